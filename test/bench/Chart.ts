import type { Run } from "./Report.ts"

/** Responses per second as bars, on a background of its own so that it is readable on light and dark pages. */
export const chart = (run: Run): string => {
  const bars = run.figures.filter(({ name }) => name !== "A" && name !== "health")
  const named = bars.map((figures) => ({
    ...figures,
    name: figures.name === "B" ? "node:http + pg, one row by its key" : figures.name
  }))
  const [left, width, height, top] = [250, 760, 24, 66]
  const most = Math.max(...named.map(({ perSecond }) => perSecond))
  const scale = (width - left - 110) / most
  const total = top + named.length * height + 34
  const rows = named.map(({ cpu, name, p99, perSecond }, i) => {
    const y = top + i * height
    const length = Math.max(1, perSecond * scale)
    const fill = name.startsWith("node:http") ? "#8a8f98" : "#2b6cb0"
    const label = `${Math.round(perSecond).toLocaleString("en")}`
    return [
      `<text x="${left - 8}" y="${y + 15}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${height - 8}" fill="${fill}" rx="2"/>`,
      `<text x="${(left + length + 6).toFixed(1)}" y="${y + 15}" class="value">${label}` +
        `<title>p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(0)} µs of CPU</title></text>`
    ].join("\n")
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}" role="img" aria-label="Responses per second by endpoint">`,
    "<style>text{font:12px system-ui,sans-serif;fill:#1a202c}.title{font-size:15px;font-weight:600}.value{fill:#4a5568}</style>",
    `<rect width="${width}" height="${total}" fill="#ffffff"/>`,
    `<text x="16" y="26" class="title">Responses per second, ${run.rows.toLocaleString("en")} addresses</text>`,
    `<text x="16" y="46" class="value">One process; ${run.machine.processors} cores shared with PostgreSQL and the load; ${run.connections} connections; batches count addresses</text>`,
    ...rows,
    `<text x="16" y="${total - 12}" class="value">npm run bench, Node.js ${run.machine.node}</text>`,
    "</svg>",
    ""
  ].join("\n")
}
