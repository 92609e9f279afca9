import { Effect, Layer } from "effect"
import { Countries, type CountrySettings, defaultTargets, refusalOf } from "./Countries.ts"
import { MemoryCountries } from "./MemoryPools.ts"

/** The settings of the pools in `MemoryPools`. */
export const layer = Layer.effect(
  Countries,
  Effect.gen(function* () {
    const settings = yield* MemoryCountries

    const change = Effect.fnUntraced(function* (
      country: string,
      targets: Partial<CountrySettings["targets"]>,
      enabled?: boolean
    ) {
      const refusal = refusalOf(country, targets)
      if (refusal !== undefined) return yield* refusal
      const known = settings.get(country) ?? { country, enabled: true, targets: defaultTargets }
      const given = Object.entries(targets).filter(([, target]) => target !== undefined)
      const changed: CountrySettings = {
        country,
        enabled: enabled ?? known.enabled,
        targets: { ...known.targets, ...Object.fromEntries(given) }
      }
      settings.set(country, changed)
      return changed
    })

    return Countries.of({
      list: Effect.sync(() => Array.from(settings.values()).sort((a, b) => (a.country < b.country ? -1 : 1))),
      setTargets: (country, targets) => change(country, targets),
      setEnabled: (country, enabled) => change(country, {}, enabled)
    })
  })
)
