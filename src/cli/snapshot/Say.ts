import { Console, Effect } from "effect"
import { countryName } from "../../../schemas/CountryAliases.ts"
import type { Manifest, PoolManifest } from "../../snapshot/Format.ts"
import { numberText } from "../../shared/Amounts.ts"

/** The beginning of an ID, enough to tell snapshots apart. */
export const shortId = (id: string): string => id.slice(0, 16)

const sayPool = Effect.fnUntraced(function* (pool: PoolManifest) {
  const { country, evidence, licenses, publishedAt, residential, version } = pool
  yield* Console.log(
    `${countryName(country)} (${country}), version ${version} of ${publishedAt}: ${numberText(residential)} homes`
  )
  const shares = evidence.map(({ homes, kind }) => `${kind} ${numberText(homes)}`)
  yield* Console.log(`  evidence     ${shares.join(", ") || "none"}`)
  for (const { attribution, license, source } of licenses) {
    yield* Console.log(`  ${source.padEnd(11)}  ${license}: ${attribution}`)
  }
})

/** The contents of a snapshot. */
export const sayManifest = ({ pools }: Manifest) => Effect.forEach(pools, sayPool, { discard: true })
