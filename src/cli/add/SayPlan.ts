import { countryText } from "../../../schemas/CountryAliases.ts"
import { evidenceInWords } from "../../directory/AddChoice.ts"
import { addressesOf, type AddPlan } from "../../directory/AddPlan.ts"
import { aboutBytes, aboutNumber, aboutSeconds } from "./Quantities.ts"
import { numberText } from "../../shared/Amounts.ts"

const labelWidth = 13

/** Lines under a label. */
export const row = (label: string, ...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text, index) => `  ${(index === 0 ? label : "").padEnd(labelWidth)}${text}`)

/** How often it is read again. */
export const renewal = ({ rhythm }: AddPlan): ReadonlyArray<string> =>
  row("renewed", rhythm === null ? "when you add it again" : `${rhythm}, while the service runs`)

const download = ({ downloadBytes, entry, keptBytes }: AddPlan): string => {
  const hosts = Array.from(new Set(addressesOf(entry).map((place) => new URL(place).host)))
  const from = hosts.length === 0 ? "" : ` from ${hosts.join(", ")}`
  if (entry.upstream === "overture") return "only this country's part of the latest release; size not known in advance"
  const kept = keptBytes > 0 ? `; ${aboutBytes(keptBytes)} already downloaded` : ""
  return (downloadBytes === null ? `size not known${from}` : `${aboutBytes(downloadBytes)}${from}`) + kept
}

const disk = ({ diskAfterBytes, diskBasis, diskDuringBytes, freeBytes }: AddPlan): ReadonlyArray<string> => {
  const free = freeBytes === null ? "" : `; ${aboutBytes(freeBytes)} free`
  if (diskAfterBytes === null || diskDuringBytes === null) return [`not known${free}`, diskBasis]
  const short =
    freeBytes !== null && freeBytes < diskDuringBytes
      ? ["There may not be enough space: free some, or set DATA_DIR to a larger disk."]
      : []
  return [
    `${aboutBytes(diskAfterBytes)}, and ${aboutBytes(diskDuringBytes)} while it is being added${free}`,
    diskBasis,
    ...short
  ]
}

const name = ({ existing, sourceName }: AddPlan): string =>
  existing === null
    ? sourceName
    : existing.published === 0
      ? `${sourceName}, already configured; nothing is published yet`
      : `${sourceName}, already configured; ${numberText(existing.published)} homes are published`

/** A plan as plain lines: what happens, under which licence, and what it costs. */
export const sayPlan = (plan: AddPlan): string => {
  const { country, entry, licenseTerms, others, reason, seconds, secondsBasis } = plan
  const part = entry.part === null ? "" : `, ${entry.part.name}`
  return [
    `${countryText(country)}${part}`,
    "",
    ...row("source", entry.title, reason, entry.homepage),
    ...row("evidence", evidenceInWords(entry.evidence)),
    ...row("licence", licenseTerms, entry.license.citation),
    ...row("addresses", entry.addresses === null ? "not known in advance" : aboutNumber(entry.addresses)),
    ...(entry.access.kind === "byHand" ? row("by hand", entry.access.what) : row("download", download(plan))),
    ...row("on disk", ...disk(plan)),
    ...row("time", seconds === null ? "not known" : aboutSeconds(seconds), secondsBasis),
    ...renewal(plan),
    ...row("name", name(plan)),
    ...(others.length === 0 ? [] : row("others", ...others.map(({ id, title }) => `--from ${id}   ${title}`))),
    ""
  ].join("\n")
}
