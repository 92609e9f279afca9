import type { Problem } from "../../../schemas/admin/Overview.ts"
import type { ConfigurationError } from "../../../schemas/Reports.ts"

/** What to do about each kind of fault. Other kinds say so in their message. */
const remedies: Readonly<Record<string, string>> = {
  SOURCE_RUN_FAILED: "Check the run's message and findings, fix the source's options, and run it again.",
  SOURCE_MISCONFIGURED: "Correct the source's options, test it, and run it.",
  POOL_STALE: "Run a source, or give it a schedule, on its page.",
  COUNTRY_WITHOUT_SOURCE: "Add a source under Sources, or disable the country on its page.",
  SOURCE_RESULT_DOUBTFUL: "On the source's page, change the options that the message names, and run it again.",
  POOL_WITHOUT_HOMES: "Choose what counts as a home on the country's page, or add another source.",
  COUNTRY_NOT_SYNCHRONIZED: "Run it on its page; the first run fills the pool.",
  INVALID_TARGETS: "Lower the regional minimum, or raise the total of the country's targets.",
  GEOIP_DATABASE_MISSING: "Install the package named in the message, or set GEOIP_DATABASE, and restart."
}

/** Where to fix a fault: `sources.karlsruhe` is a source, `countries.US.targets` a country, anything else a setting. */
const placeOf = (path: string): Problem["place"] => {
  const [kind, name = ""] = path.split(".")
  if (kind === "sources") return { kind: "source", name }
  return kind === "countries" ? { kind: "country", name } : { kind: "setting", name: path }
}

export const toProblem = ({ code, message, path }: ConfigurationError): Problem => ({
  code,
  message,
  path,
  remedy: remedies[code] ?? "Follow the message.",
  place: placeOf(path)
})
