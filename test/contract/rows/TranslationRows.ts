import { Effect } from "effect"
import assert from "node:assert/strict"
import type { Address } from "../../../schemas/Address.ts"
import { Deployment } from "../Deployment.ts"
import { addressWith, ask, call, errorOf, refused, table } from "./Asking.ts"

const path = "/address-translation"
const locales = ["en", "zh-CN", "zh-TW", "ja", "ko", "de", "fr", "es", "pt"]

interface Translation {
  readonly components: Readonly<Record<string, string>>
  readonly lines: ReadonlyArray<string>
  readonly singleLine: string
}

const translate = (addressId: string, targetLocale: string) =>
  ask<Translation>(path, { body: { addressId, targetLocale } })

/** The first address of every country, in every language. */
const held = (law: (translation: Translation, address: Address) => void) =>
  Effect.gen(function* () {
    const { addresses } = yield* Deployment
    const codes = Array.from(new Set(addresses.map(({ countryCode }) => countryCode)))
    for (const code of codes) {
      const address = addresses.find(({ countryCode }) => countryCode === code)!
      for (const locale of locales) law(yield* translate(address.id, locale), address)
    }
  })

export const translationRows = [
  ...table(import.meta.url, "Translation result (`data`)", {
    "components | object | includes `street` (string) and `houseNumber` (string); other component keys: not shown.":
      held(({ components }, address) => {
        assert.equal(components["houseNumber"], address.components.houseNumber)
        assert.equal(typeof components["street"], typeof address.components.street)
        assert.deepEqual(Object.keys(components).sort(), Object.keys(address.components).sort())
      }),
    "lines | array of strings | address lines in the target locale": held(({ components, lines }) => {
      assert.ok(lines.length > 0)
      assert.ok(lines.some((line) => line.includes(components["houseNumber"] ?? "")))
    }),
    "singleLine | string | whole address on one line in the target locale": held(({ components, singleLine }) => {
      assert.ok(!/[\r\n]/.test(singleLine))
      assert.ok(singleLine.includes(components["city"] ?? ""))
    })
  }),

  ...table(import.meta.url, "POST /api/v1/address-translation", {
    "addressId | string | yes | ID returned by generate": Effect.gen(function* () {
      const { address } = yield* addressWith("street")
      yield* translate(address.id, "en")
      const unknown = yield* call(path, { body: { addressId: "us-00000000000000000000", targetLocale: "en" } })
      errorOf(unknown, "ADDRESS_NOT_FOUND", "addressId")
      yield* refused(path, "addressId", { body: { targetLocale: "en" } })
      for (const addressId of ["", null, 1, "x".repeat(161)]) {
        yield* refused(path, "addressId", { body: { addressId, targetLocale: "en" } })
      }
      yield* refused(path, "language", { body: { addressId: address.id, targetLocale: "en", language: "en" } })
    }),
    "targetLocale | string | yes | en, zh-CN, zh-TW, ja, ko, de, fr, es, pt": Effect.gen(function* () {
      const { address } = yield* addressWith("street")
      for (const locale of locales) yield* translate(address.id, locale)
      yield* refused(path, "targetLocale", { body: { addressId: address.id } })
      for (const targetLocale of ["it", "EN", "zh", "", null, 1]) {
        yield* refused(path, "targetLocale", { body: { addressId: address.id, targetLocale } })
      }
    })
  })
]
