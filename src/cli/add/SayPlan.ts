import { countryInWords } from "../../directory/AddCountry.ts"
import { evidenceInWords } from "../../directory/AddChoice.ts"
import { addressesOf, type AddPlan } from "../../directory/AddPlan.ts"
import { aboutBytes, aboutNumber, aboutSeconds } from "./Quantities.ts"

const labelWidth = 13

const number = new Intl.NumberFormat("en")

const row = (label: string, ...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text, index) => `  ${(index === 0 ? label : "").padEnd(labelWidth)}${text}`)

const download = ({ downloadBytes, entry, keptBytes }: AddPlan): string => {
  const hosts = Array.from(new Set(addressesOf(entry).map((place) => new URL(place).host)))
  const from = hosts.length === 0 ? "" : ` from ${hosts.join(", ")}`
  if (entry.upstream === "overture") {
    return "only what the country needs of the latest release; how much that is, is not known before it is read"
  }
  const kept = keptBytes > 0 ? `; ${aboutBytes(keptBytes)} are here already, and are not fetched again` : ""
  return (downloadBytes === null ? `size not known${from}` : `${aboutBytes(downloadBytes)}${from}`) + kept
}

const disk = ({ diskAfterBytes, diskBasis, diskDuringBytes, freeBytes }: AddPlan): ReadonlyArray<string> => {
  const free = freeBytes === null ? "" : `; ${aboutBytes(freeBytes)} are free`
  if (diskAfterBytes === null || diskDuringBytes === null) return [`not known${free}`, diskBasis]
  const short =
    freeBytes !== null && freeBytes < diskDuringBytes
      ? ["There may not be room for it: make some, or set DATA_DIR to a larger disk."]
      : []
  return [
    `${aboutBytes(diskAfterBytes)}, and ${aboutBytes(diskDuringBytes)} while it is read${free}`,
    diskBasis,
    ...short
  ]
}

const name = ({ existing, sourceName }: AddPlan): string =>
  existing === null
    ? sourceName
    : `${sourceName}, which is there already: it is renewed. ${number.format(existing.published)} homes are published.`

/** A plan in plain lines: what is done, under which licence, and what it takes. */
export const sayPlan = (plan: AddPlan): string => {
  const { country, entry, licenseTerms, others, reason, rhythm, seconds, secondsBasis } = plan
  const part = entry.part === null ? "" : `, ${entry.part.name}`
  return [
    `${countryInWords(country)}${part}`,
    "",
    ...row("source", entry.title, reason, entry.homepage),
    ...row("homes by", evidenceInWords(entry.evidence)),
    ...row("licence", licenseTerms, entry.license.citation),
    ...row("addresses", entry.addresses === null ? "not known before they are read" : aboutNumber(entry.addresses)),
    ...(entry.access.kind === "byHand" ? row("by hand", entry.access.what) : row("download", download(plan))),
    ...row("on disk", ...disk(plan)),
    ...row("time", seconds === null ? "not known" : aboutSeconds(seconds), secondsBasis),
    ...row("renewed", rhythm === null ? "when you do it again" : `${rhythm}, while the service runs`),
    ...row("name", name(plan)),
    ...(others.length === 0 ? [] : row("others", ...others.map(({ id, title }) => `--from ${id}   ${title}`))),
    ""
  ].join("\n")
}
