import { isCountryCode } from "../../schemas/CountryCodes.ts"
import { strings } from "./strings.ts"

/** English as spoken where it is most widely understood: days before months, and 24 hours. */
const elsewhere = "en-GB"

/**
 * The visitor's English, from the browser. The console's strings are English, and another language's months, units and
 * decimal commas in their midst would be misread: 35.977 homes, `41,75, -72,53`.
 */
export const englishOf = (languages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const english = languages.filter((language) => /^en(-|$)/i.test(language))
  return english.length > 0 ? english : [elsewhere]
}

const locales = [...englishOf(navigator.languages)]

const integers = new Intl.NumberFormat(locales, { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat(locales, { maximumFractionDigits: 1 })
const percent = { style: "percent", maximumFractionDigits: 1 } as const
const ratios = new Intl.NumberFormat(locales, percent)
const attained = new Intl.NumberFormat(locales, { ...percent, roundingMode: "trunc" })
const degrees = new Intl.NumberFormat(locales, { minimumFractionDigits: 5, maximumFractionDigits: 5 })
const moments = new Intl.DateTimeFormat(locales, { dateStyle: "medium", timeStyle: "long" })
const days = new Intl.DateTimeFormat(locales, { dateStyle: "medium" })
const calendarDays = new Intl.DateTimeFormat(locales, { dateStyle: "medium", timeZone: "UTC" })
// In numbers, because "tomorrow" and "next month" are days of a calendar: 36 hours from now is often two days later.
const relatives = new Intl.RelativeTimeFormat(locales, { numeric: "always" })
const countries = new Intl.DisplayNames("en", { type: "region" })
const languages = new Intl.DisplayNames("en", { type: "language" })

export const integer = (value: number): string => integers.format(value)
export const decimal = (value: number): string => decimals.format(value)

/** A share. Only none is 0%, and only all is 100%. */
export const ratio = (value: number): string =>
  ratios.format(value > 0 && value < 1 ? Math.min(Math.max(value, 0.001), 0.999) : value)

/** How much of a target is attained: 89.96% is not yet 90%. */
export const attainment = (value: number): string => attained.format(value)

const amounts = new Intl.NumberFormat(locales, {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 2
})

/** A large number that is not known exactly, such as 1.8 million. */
export const amount = (value: number): string => amounts.format(value)

const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const

/** A size in decimal units, such as 45.3 MB. */
export const bytes = (value: number): string => {
  const power = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3)), byteUnits.length - 1)
  const size = value / 1000 ** power
  const maximumFractionDigits = power > 1 && size < 100 ? 1 : 0
  const unit = byteUnits[power]!
  const unitDisplay = unit === "byte" ? "long" : "short"
  return new Intl.NumberFormat(locales, { style: "unit", unit, unitDisplay, maximumFractionDigits }).format(size)
}

export const degree = (value: number): string => degrees.format(value)

/** A code in words: missing-house-number is Missing house number. */
export const inWords = (code: string): string => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll("-", " ")}`

/** A text that is not a country code, such as part of a URL that somebody typed, is shown unchanged. */
export const countryName = (code: string): string => (isCountryCode(code) ? (countries.of(code) ?? code) : code)

/** The order of countries in lists: by the names that are shown. */
export const byCountryName = (one: string, other: string): number =>
  countryName(one).localeCompare(countryName(other), "en")

export const languageName = (tag: string): string => {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** A moment with the visitor's time zone: the service's logs and schedules have another one. */
export const moment = (iso: string): string => moments.format(new Date(iso))

/** The visitor's day of a moment. */
export const day = (iso: string): string => days.format(new Date(iso))

/** A day that is the same everywhere, such as one of birth; of a moment, the day in UTC. */
export const calendarDay = (iso: string): string => calendarDays.format(new Date(iso))

const units: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1]
]

/** How long ago, or how long from now. */
export const relative = (iso: string, now: number): string => {
  const seconds = (Date.parse(iso) - now) / 1000
  const found = units.find(([, size]) => Math.abs(seconds) >= size)
  if (found === undefined) return strings.common.now
  const [unit, size] = found
  return relatives.format(Math.round(seconds / size), unit)
}

const part = (value: number, unit: string): string =>
  new Intl.NumberFormat(locales, { style: "unit", unit, unitDisplay: "narrow" }).format(value)

/** A duration in its two largest units, such as 3m 20s. */
export const duration = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000)
  if (milliseconds < 1000) return strings.common.underASecond
  if (seconds < 60) return part(seconds, "second")
  if (seconds < 3600) return `${part(Math.floor(seconds / 60), "minute")} ${part(seconds % 60, "second")}`
  const hours = Math.floor(seconds / 3600)
  return hours < 48
    ? `${part(hours, "hour")} ${part(Math.floor((seconds % 3600) / 60), "minute")}`
    : `${part(Math.floor(hours / 24), "day")} ${part(hours % 24, "hour")}`
}

/** An estimated duration in its largest suitable unit, such as 29 minutes. */
export const roughDuration = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  const [unit, size] =
    seconds < 90
      ? (["second", 1] as const)
      : seconds < 90 * 60
        ? (["minute", 60] as const)
        : seconds < 48 * 3600
          ? (["hour", 3600] as const)
          : (["day", 86_400] as const)
  const value = Math.max(1, Math.round(seconds / size))
  return new Intl.NumberFormat(locales, { style: "unit", unit, unitDisplay: "long" }).format(value)
}

const clocks = new Intl.DateTimeFormat(locales, { timeStyle: "short" })

/** The time of day. */
export const clock = (iso: string): string => clocks.format(new Date(iso))
