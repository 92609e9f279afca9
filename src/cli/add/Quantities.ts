import { onFirstUse } from "../../../schemas/Memoized.ts"

const units = ["bytes", "kB", "MB", "GB", "TB"] as const

const digits = onFirstUse(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 2 }))

/** `480 MB`: two significant digits, because these are estimates. */
export const aboutBytes = (bytes: number): string => {
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `about ${digits().format(bytes / 1000 ** power)} ${units[power]}`
}

export const aboutNumber = (value: number): string => `about ${digits().format(value)}`

const plural = (value: number, unit: string): string => `${digits().format(value)} ${unit}${value === 1 ? "" : "s"}`

/** `about 5 minutes`. */
export const aboutSeconds = (seconds: number): string => {
  if (seconds < 90) return `about ${plural(Math.max(1, seconds), "second")}`
  if (seconds < 90 * 60) return `about ${plural(Math.round(seconds / 60), "minute")}`
  if (seconds < 48 * 3600) return `about ${plural(Math.round(seconds / 3600), "hour")}`
  return `about ${plural(Math.round(seconds / 86_400), "day")}`
}
