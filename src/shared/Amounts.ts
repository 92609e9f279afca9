export { numberText } from "../../schemas/Numbers.ts"

const units = ["bytes", "kB", "MB", "GB", "TB"] as const

const scaleOf = (bytes: number): number => {
  let scale = 0
  // 1000 of one unit is written as 1 of the next.
  while (scale < units.length - 1 && bytes / 1000 ** scale >= 999.5) scale++
  return scale
}

const at = (bytes: number, scale: number): string => {
  const value = bytes / 1000 ** scale
  return value >= 10 || scale === 0 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)
}

/** `412 MB`, in steps of a thousand as disks and downloads are sold. */
export const bytesText = (bytes: number): string => {
  const scale = scaleOf(bytes)
  return `${at(bytes, scale)} ${units[scale]}`
}

/** `31 of 412 MB`, or `31 MB` if the total is unknown. */
export const doneOf = (done: number, total: number | null): string => {
  if (total === null) return bytesText(done)
  const scale = scaleOf(total)
  const most = scaleOf(done)
  // `300 kB of 4.1 GB` rather than `0 of 4.1 GB`.
  return most < scale && done / 1000 ** scale < 0.1
    ? `${bytesText(done)} of ${bytesText(total)}`
    : `${at(done, scale)} of ${bytesText(total)}`
}
