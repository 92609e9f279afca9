import { Context, Effect, Layer } from "effect"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Downloads } from "../../sources/reading/Downloads.ts"
import { CatalogStore } from "../catalog/CatalogStore.ts"
import { PoolRepository } from "../draw/PoolRepository.ts"
import { ConfiguredSources, type SourceRefused } from "../sync/configured/ConfiguredSources.ts"
import { Publisher } from "../sync/publish/Publisher.ts"
import { type InvalidCron, Schedules } from "../sync/run/Schedules.ts"
import type { SourceSetting } from "../sync/configured/SourceSettings.ts"
import { best, ranked } from "./AddChoice.ts"
import { countryOf } from "./AddCountryNames.ts"
import { candidates, type Wanted } from "./AddEntry.ts"
import {
  NeedsHand,
  type NoSource,
  type PartNeeded,
  type UnknownCountry,
  type UnknownEntry,
  type UnknownPart
} from "./AddErrors.ts"
import { type Experience, experienceOf } from "./AddEstimate.ts"
import { type AddPlan, type Circumstances, madeOf, planOf } from "./AddPlan.ts"
import { Directory, type DirectoryFault } from "./Directory.ts"
import { invocation } from "../shared/Invocation.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** The request cannot be fulfilled. The message says why, and what to do. */
export type AddRefused = UnknownCountry | NoSource | UnknownEntry | UnknownPart | PartNeeded

type Outage = DirectoryFault | StorageUnavailable

/** The directory's entries for a country, and what adding each would do. */
export interface CountryPlans {
  /** Best first: entries for the whole country, then entries for its parts by name. */
  readonly plans: ReadonlyArray<AddPlan>
  /** Null if every entry covers only a part. */
  readonly recommended: DirectoryEntry | null
}

/** A country, and which of its entries are wanted. */
type Wish = Wanted & { readonly country: string }

/** How many recent runs are used to estimate speed. */
const looked = 50

/** The entries that compete with one: for the same country, or for the same part of it. */
const rivals = (entry: DirectoryEntry, all: ReadonlyArray<DirectoryEntry>): ReadonlyArray<DirectoryEntry> =>
  all.filter(({ part }) => part?.name === entry.part?.name && part?.code === entry.part?.code)

/** Adds countries from the directory of open data. */
export class AddCountry extends Context.Service<
  AddCountry,
  {
    /** The code of a country given by name or code. */
    readonly countryOf: (text: string) => Effect.Effect<string, UnknownCountry | DirectoryFault>
    /** What to add, and what that will do. What was already added is renewed, unless something else is requested. */
    readonly plan: (wanted: Wish) => Effect.Effect<AddPlan, AddRefused | Outage>
    /** The plans for the matching entries, the one of `plan` first. */
    readonly plans: (wanted: Wish) => Effect.Effect<readonly [AddPlan, ...ReadonlyArray<AddPlan>], AddRefused | Outage>
    /** Everything that the directory has for a country. */
    readonly country: (country: string) => Effect.Effect<CountryPlans, Outage>
    /** How fast this installation has been so far. */
    readonly experience: Effect.Effect<Experience, StorageUnavailable>
    /**
     * Configures the source with a schedule, unless it exists, and returns its name. Reads nothing.
     *
     * @param file where a person has put the data
     */
    readonly configure: (
      plan: AddPlan,
      by: SourceSetting["configuredBy"],
      file?: string
    ) => Effect.Effect<string, NeedsHand | SourceRefused | StorageUnavailable | InvalidCron>
  }
>()("doorstep/AddCountry") {
  static readonly layerNoDeps = Layer.effect(
    AddCountry,
    Effect.gen(function* () {
      const directory = yield* Directory
      const configured = yield* ConfiguredSources
      const registry = yield* SourceRegistry
      const schedules = yield* Schedules
      const publisher = yield* Publisher
      const downloads = yield* Downloads
      const pool = yield* PoolRepository
      const { secret } = yield* CatalogStore

      const experience = Effect.map(publisher.runs(looked), experienceOf)

      const circumstances: Effect.Effect<Circumstances, Outage> = Effect.gen(function* () {
        yield* configured.refresh
        const settings = yield* configured.list
        const registered = (yield* registry.all).map(({ manifest }) => manifest.name)
        const published = (yield* pool.counts).map(({ country, residential }) => [country, residential] as const)
        return {
          settings,
          names: new Set([...registered, ...settings.map(({ name }) => name)]),
          downloads: yield* downloads.list,
          freeBytes: (yield* downloads.free) ?? null,
          experience: yield* experience,
          salt: Buffer.from(yield* secret).toString("hex"),
          published: new Map(published)
        }
      })

      const plans = Effect.fn("AddCountry.plans")(function* ({ country, ...wanted }: Wish) {
        const all = yield* directory.ofCountry(country)
        const [first, ...rest] = yield* candidates(country, all, wanted)
        const now = yield* circumstances
        const found = [first, ...rest]
        // What exists is renewed, unless another source is requested.
        const before = wanted.from === undefined ? found.find((entry) => madeOf(entry, now.settings)) : undefined
        const chosen = before ?? first
        const plan = (entry: DirectoryEntry) => planOf(entry, rivals(entry, all), now)
        return [plan(chosen), ...found.filter((entry) => entry !== chosen).map(plan)] as const
      })

      return AddCountry.of({
        countryOf: (text) => Effect.flatMap(directory.entries, (entries) => countryOf(text, entries)),
        plans,
        plan: (wanted) => Effect.map(plans(wanted), ([plan]) => plan),
        country: Effect.fn("AddCountry.country")(function* (country) {
          const all = yield* directory.ofCountry(country)
          const now = yield* circumstances
          return {
            plans: ranked(all).map((entry) => planOf(entry, rivals(entry, all), now)),
            recommended: best(all.filter(({ part }) => part === null)) ?? null
          }
        }),
        experience,
        configure: Effect.fn("AddCountry.configure")(function* (plan, configuredBy, file) {
          const { cron, entry, existing, sourceName: name, type } = plan
          if (existing === null && file === undefined && entry.access.kind === "byHand") {
            const then = `Then run: ${invocation(`add ${entry.country} --from ${entry.id} --file PATH`)}`
            const message = `${entry.title} has to be downloaded by hand. ${entry.access.what} ${then}`
            return yield* new NeedsHand({ message })
          }
          const options = file === undefined ? plan.options : { ...plan.options, location: file }
          if (existing === null) {
            yield* configured.add({ name, type, options, configuredBy })
            if (cron !== null && file === undefined) yield* schedules.set(name, cron)
          } else {
            if (file !== undefined) yield* configured.edit({ name, options, configuredBy })
            // Adding a country implies reading it.
            yield* configured.setEnabled(name, true)
          }
          return name
        })
      })
    })
  )
}
