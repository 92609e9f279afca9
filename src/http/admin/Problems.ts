import type { Problem } from "../../../schemas/admin/Overview.ts"
import type { ConfigurationError } from "../../../schemas/Reports.ts"

/** What to do about each kind of fault. A kind that is not here says it in its message. */
const remedies: Readonly<Record<string, string>> = {
  SOURCE_RUN_FAILED: "Look at the run's message and its gates' findings, mend the source's options, and run it again.",
  SOURCE_MISCONFIGURED: "Change the source's options, test it, and run it.",
  POOL_STALE: "A source is run, and gets a schedule, on its own page.",
  COUNTRY_WITHOUT_SOURCE: "Sources are added under Sources; a country goes out of service on its own page.",
  INVALID_TARGETS: "Lower the regional minimum, or raise the total of the country's targets.",
  GEOIP_DATABASE_MISSING: "Install the package that the message names, or set GEOIP_DATABASE, and start again."
}

/** Where a fault is mended: `sources.karlsruhe` is a source, `countries.US.targets` a country, the rest are settings. */
const placeOf = (path: string): Problem["place"] => {
  const [kind, name = ""] = path.split(".")
  if (kind === "sources") return { kind: "source", name }
  return kind === "countries" ? { kind: "country", name } : { kind: "setting", name: path }
}

export const toProblem = ({ code, message, path }: ConfigurationError): Problem => ({
  code,
  message,
  path,
  remedy: remedies[code] ?? "Do what the message says.",
  place: placeOf(path)
})
