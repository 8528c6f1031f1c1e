/** The last ten minutes on a canvas: pages a second, tasks that are left, and dead ones, each line by its own most. */

/** What the lines show, by the state in whose colour they are drawn. */
export const LINES = {
  ready: (sample) => ["ready", "running", "delayed", "parked", "paused"].reduce((sum, state) => sum + sample.tasks[state], 0),
  running: (sample) => sample.pages_per_second,
  dead: (sample) => sample.tasks.dead,
};

/**
 * @typedef {{at: number, tasks: Record<string, number>, pages_per_second: number}} Sample
 * @param {HTMLCanvasElement} canvas
 * @param {Sample[]} samples
 * @param {number | null} chosen the time that is looked at
 */
export function draw(canvas, samples, chosen) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const paper = canvas.getContext("2d");
  if (!paper) return;
  const style = getComputedStyle(canvas);
  /** @param {string} name */
  const colour = (name) => {
    canvas.style.color = `var(${name})`;
    const found = getComputedStyle(canvas).color;
    canvas.style.color = "";
    return found;
  };
  paper.setTransform(ratio, 0, 0, ratio, 0, 0);
  paper.clearRect(0, 0, width, height);
  if (samples.length < 2) return;
  const first = samples[0].at, last = samples[samples.length - 1].at;
  const x = (at) => ((at - first) / Math.max(last - first, 1)) * (width - 8) + 4;
  paper.font = `11px ${style.fontFamily}`;
  for (const [state, value] of Object.entries(LINES)) {
    const most = Math.max(...samples.map(value), 1e-9);
    if (most <= 1e-6) continue;
    paper.beginPath();
    for (const sample of samples) paper.lineTo(x(sample.at), height - 6 - (value(sample) / most) * (height - 16));
    paper.strokeStyle = colour(`--${state}`);
    paper.lineWidth = 1.5;
    paper.stroke();
  }
  if (chosen !== null) {
    paper.fillStyle = colour("--accent");
    paper.fillRect(x(chosen) - 1, 0, 2, height);
  }
}
