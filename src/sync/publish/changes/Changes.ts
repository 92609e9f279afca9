import type { Address } from "../../../../schemas/Address.ts"
import type {
  ChangeExample,
  ChangeKind,
  RegionChange,
  RunChanges,
  StreetChange
} from "../../../../schemas/RunChanges.ts"

/** How much of a run's changes is stored: some 30 KB at most. */
export const bounds = { regions: 60, streets: 20, streetsCounted: 10_000, examples: 40 } as const

/** For how many runs of a source in a country changes are stored. */
export const runsKept = 30

/** The members of an address that examples show. */
export type ChangedAddress = Pick<Address, "id" | "formattedAddress" | "components"> &
  Partial<Pick<Address, "coordinates">>

/** An address before, after, or both. */
interface Sides {
  readonly kind: ChangeKind
  readonly before: ChangedAddress | undefined
  readonly after: ChangedAddress | undefined
}

/** Members that change with every record and tell readers nothing. */
const silent: ReadonlySet<string> = new Set(["id", "lines", "formattedAddress", "locationIds", "updatedAt"])

const flat = (address: ChangedAddress): Readonly<Record<string, unknown>> => {
  const { components, ...rest } = address
  return { ...rest, ...components }
}

const changedMembers = (before: ChangedAddress, after: ChangedAddress): ReadonlyArray<string> => {
  const [one, other] = [flat(before), flat(after)]
  return Array.from(new Set([...Object.keys(one), ...Object.keys(other)]))
    .filter((name) => !silent.has(name) && JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .sort()
}

/** An example of a change, as it is shown; undefined if there is no difference. */
const exampleOf = ({ after, before, kind }: Sides): ChangeExample | undefined => {
  const shown = after ?? before
  if (shown === undefined) return undefined
  const line = shown.formattedAddress
  return {
    kind,
    id: shown.id,
    line,
    before: before === undefined || before.formattedAddress === line ? null : before.formattedAddress,
    members: before === undefined || after === undefined ? [] : changedMembers(before, after),
    position: shown.coordinates === undefined ? null : [shown.coordinates.longitude, shown.coordinates.latitude]
  }
}

type Counts = Record<ChangeKind, number>

const nothing = (): Counts => ({ added: 0, changed: 0, withdrawn: 0 })

const total = ({ added, changed, withdrawn }: Counts): number => added + changed + withdrawn

interface Counted {
  readonly of: RunChanges["of"]
  /** One row per region and kind. */
  readonly regions: ReadonlyArray<{ readonly region: string; readonly kind: ChangeKind; readonly count: number }>
  /** One row per street and kind. */
  readonly streets: ReadonlyArray<{
    readonly street: string
    readonly city: string
    readonly kind: ChangeKind
    readonly count: number
  }>
  readonly streetsExact: boolean
  readonly examples: ReadonlyArray<Sides>
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What is stored of a run's changes; undefined if there are none. */
export const changesOf = ({ examples, of, regions, streets, streetsExact }: Counted): RunChanges | undefined => {
  const all = nothing()
  const byRegion = new Map<string, Counts>()
  for (const { count, kind, region } of regions) {
    const known = byRegion.get(region) ?? nothing()
    known[kind] += count
    all[kind] += count
    byRegion.set(region, known)
  }
  if (total(all) === 0) return undefined
  const sorted = Array.from(byRegion, ([region, counts]): RegionChange => ({ region, ...counts })).sort(
    (a, b) => total(b) - total(a) || byName(a.region, b.region)
  )
  const otherRegions = nothing()
  for (const region of sorted.slice(bounds.regions)) {
    otherRegions.added += region.added
    otherRegions.changed += region.changed
    otherRegions.withdrawn += region.withdrawn
  }
  const byStreet = new Map<string, StreetChange>()
  for (const { city, count, kind, street } of streets) {
    if (kind === "changed") continue
    const key = `${street}\n${city}`
    const known = byStreet.get(key) ?? { street, city, added: 0, withdrawn: 0 }
    byStreet.set(key, { ...known, [kind]: known[kind] + count })
  }
  return {
    of,
    ...all,
    regions: sorted.slice(0, bounds.regions),
    otherRegions,
    streets: Array.from(byStreet.values())
      .sort(
        (a, b) => b.withdrawn + b.added - a.withdrawn - a.added || byName(a.street, b.street) || byName(a.city, b.city)
      )
      .slice(0, bounds.streets),
    streetsExact,
    examples: examples.flatMap((sides) => exampleOf(sides) ?? [])
  }
}

/** An address that differs, if all of them are in memory. */
export interface Difference extends Sides {
  readonly key: bigint
}

/** The same for differences that are all in memory. */
export const changesAmong = (
  of: RunChanges["of"],
  differences: ReadonlyArray<Difference>,
  isFirst: boolean
): RunChanges | undefined => {
  const sorted = differences.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const kinds: ReadonlyArray<ChangeKind> = ["withdrawn", "changed", "added"]
  const componentsOf = ({ after, before }: Sides) => (after ?? before)?.components
  return changesOf({
    of,
    regions: sorted.map((one) => ({ region: componentsOf(one)?.region ?? "", kind: one.kind, count: 1 })),
    streets: isFirst
      ? []
      : sorted.flatMap((one) => {
          const { city = "", street } = componentsOf(one) ?? {}
          return street === undefined ? [] : [{ street, city, kind: one.kind, count: 1 }]
        }),
    streetsExact: true,
    examples: kinds.flatMap((kind) => sorted.filter((one) => one.kind === kind).slice(0, bounds.examples))
  })
}
