// One crawl of the static site's list shape with spider-rs, the records by cheerio; prints its measures as JSON.
import * as cheerio from 'cheerio'
import spiderRs from '@spider-rs/spider-rs'

const [site] = process.argv.slice(2)
let pages = 0
let items = 0
let first
let last

const now = () => ({ seconds: performance.now() / 1000, cpu: process.cpuUsage() })

function onPage(error, page) {
  if (error) throw error
  first ??= now()
  pages += 1
  if (page.url.includes('/detail/')) {
    const $ = cheerio.load(page.content)
    const text = (selector) => $(selector).first().text()
    const item = { title: text('h1'), price: text('.price'), sku: text('.sku'), description: text('.description') }
    if (item.sku) items += 1
  }
  last = now()
}

await new spiderRs.Website(site).crawl(onPage)
// Its last pages are told after it says that it is done.
for (let known = -1; known !== pages; ) {
  known = pages
  await new Promise((resolve) => setTimeout(resolve, 200))
}
const cpu = last.cpu.user + last.cpu.system - first.cpu.user - first.cpu.system
console.log(JSON.stringify({
  pages,
  items,
  pages_per_s: pages / (last.seconds - first.seconds),
  cpu_ms_per_page: cpu / 1000 / pages,
}))
