import { Effect, Layer } from "effect"
import { Countries, type CountrySettings, defaultTargets, permit } from "./Countries.ts"
import { MemoryCountries, MemoryPools } from "./MemoryPools.ts"
import { isHomeBy } from "../address/EvidenceRank.ts"

/** The settings for the pools in `MemoryPools`. */
export const layer = Layer.effect(
  Countries,
  Effect.gen(function* () {
    const settings = yield* MemoryCountries
    const pools = yield* MemoryPools

    const change = Effect.fnUntraced(function* (
      country: string,
      targets: Partial<CountrySettings["targets"]>,
      { enabled, evidence }: Partial<Pick<CountrySettings, "enabled" | "evidence">> = {}
    ) {
      yield* permit(country, targets)
      const known = settings.get(country) ?? {
        country,
        enabled: true,
        targets: defaultTargets,
        evidence: "assumed" as const
      }
      const given = Object.entries(targets).filter(([, target]) => target !== undefined)
      const changed: CountrySettings = {
        country,
        enabled: enabled ?? known.enabled,
        evidence: evidence ?? known.evidence,
        targets: { ...known.targets, ...Object.fromEntries(given) }
      }
      settings.set(country, changed)
      return changed
    })

    const judgeAnew = (country: string, weakest: CountrySettings["evidence"]) => {
      const pool = pools.get(country)
      if (pool === undefined) return
      const entries = new Map(pool.entries)
      for (const [id, entry] of pool.entries) {
        const residential = isHomeBy(entry.evidence, weakest)
        if (residential !== entry.residential) entries.set(id, { ...entry, residential })
      }
      const changed = Array.from(entries).some(([id, entry]) => entry !== pool.entries.get(id))
      if (changed) pools.set(country, { ...pool, version: pool.version + 1, entries })
    }

    const list = Effect.sync(() => Array.from(settings.values()).sort((a, b) => (a.country < b.country ? -1 : 1)))

    return Countries.of({
      list,
      published: list,
      setTargets: (country, targets) => change(country, targets),
      setEnabled: (country, enabled) => change(country, {}, { enabled }),
      setEvidence: (country, evidence) =>
        Effect.tap(change(country, {}, { evidence }), () => Effect.sync(() => judgeAnew(country, evidence)))
    })
  })
)
