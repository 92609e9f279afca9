import { fold } from "../../schemas/Fold.ts"
import type { Translations } from "./Languages.ts"

interface Named {
  readonly lon: number
  readonly lat: number
  readonly translations: Translations
}

/** Within this distance, one entry is enough for things with the same name and the same translations: 0.02 degrees. */
const same = 200_000

/** How much longer a degree of latitude is than a degree of longitude there. */
const shortening = (lat: number): number => Math.cos((lat * Math.PI) / 1.8e9)

/** Things by name and position: the translations of a street are those of the nearest street with its name. */
export class NameIndex {
  private readonly byName = new Map<string, Array<Named>>()

  add(name: string, lon: number, lat: number, translations: Translations): void {
    const folded = fold(name)
    const there = this.byName.get(folded)
    if (there === undefined) {
      this.byName.set(folded, [{ lon, lat, translations }])
      return
    }
    const known = there.some(
      (other) =>
        other.translations === translations && Math.abs(other.lon - lon) < same && Math.abs(other.lat - lat) < same
    )
    if (!known) there.push({ lon, lat, translations })
  }

  /** The translations of the nearest thing with that name, within a distance in 10⁻⁷ degrees of latitude. */
  nearest(name: string, lon: number, lat: number, within: number): Translations | undefined {
    const shorter = shortening(lat)
    let best: Translations | undefined
    let least = within * within
    for (const named of this.byName.get(fold(name)) ?? []) {
      const east = (named.lon - lon) * shorter
      const north = named.lat - lat
      const distance = east * east + north * north
      if (distance >= least) continue
      least = distance
      best = named.translations
    }
    return best
  }
}
