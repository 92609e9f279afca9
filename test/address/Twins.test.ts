import { assert, describe, it } from "@effect/vitest"
import type { AddressComponents } from "../../schemas/Address.ts"
import { fold } from "../../schemas/Fold.ts"
import { identifyingForm } from "../../src/address/identity/OneForm.ts"
import { addressId } from "../../src/address/Identity.ts"
import { leftApart, otherHomes, sameHomes } from "./fixtures/Twins.ts"

type Name = keyof AddressComponents

const idWith = (country: string, name: Name, text: string) =>
  addressId(country, { houseNumber: "7", street: "Long Road", city: "Town", postcode: "1000", [name]: text })

const isSame = (country: string, name: Name, one: string, other: string) =>
  idWith(country, name, one) === idWith(country, name, other)

const formOf = (country: string, name: Name, text: string) =>
  identifyingForm(country, { [name]: fold(text) })[name] ?? ""

const romans = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII XXIII".split(" ")

/** Numbered streets, quarters and floors, as two sources write the number. */
const numbered: ReadonlyArray<
  readonly [country: string, name: Name, ...written: ReadonlyArray<(n: number) => string>]
> = [
  ["SG", "street", (n) => `Bishan St ${n}`, (n) => `Bishan Street ${n}`, (n) => `BISHAN ST. ${n}`],
  ["SG", "street", (n) => `Bedok Nth Ave ${n}`, (n) => `Bedok North Avenue ${n}`],
  ["GT", "street", (n) => `${n}a. Av.`, (n) => `${n} Avenida`],
  ["CO", "street", (n) => `AK ${n}`, (n) => `Av. Cra. ${n}`, (n) => `Avenida Carrera ${n}`],
  ["NZ", "street", (n) => `SH ${n}`, (n) => `State Highway ${n}`],
  ["IT", "street", (n) => `S.P. ${n}`, (n) => `Strada Provinciale ${n}`],
  ["PK", "street", (n) => `St. No. ${n}`, (n) => `Street ${n}`],
  ["CA", "street", (n) => `${n}e Avenue`, (n) => `${n}ème Avenue`],
  ["PK", "district", (n) => `Phase ${romans[n - 1]}`, (n) => `Ph. ${n}`],
  ["IN", "district", (n) => `Sec-${n}`, (n) => `Sector ${n}`],
  ["VN", "district", (n) => `Q.${n}`, (n) => `Quận ${String(n).padStart(2, "0")}`],
  ["PH", "district", (n) => `Brgy. ${n}`, (n) => `Barangay ${n}`],
  ["HU", "district", (n) => `${romans[n - 1]}. ker.`, (n) => `${n}. kerület`],
  ["HU", "unit", (n) => `${romans[n - 1]}. em. 3`, (n) => `${n}. emelet 3. ajtó`],
  ["FR", "city", (n) => `LYON ${String(n).padStart(2, "0")}`, (n) => `Lyon ${n}e Arrondissement`],
  ["SE", "unit", (n) => `${n} tr`, (n) => `${n} trappor`]
]

describe("Homes that sources write in two ways", () => {
  it("MUST have one ID, in either case", () => {
    assert.isAbove(new Set(sameHomes.map(([country]) => country)).size, 60)
    const written = sameHomes.flatMap(([country, name, one, other]) => [
      [country, name, one, other] as const,
      [country, name, one.toUpperCase(), other] as const
    ])
    const twins = written.filter(([country, name, one, other]) => !isSame(country, name, one, other))
    assert.deepStrictEqual(twins, [])
  })

  it("MUST have two IDs if they are two homes", () => {
    assert.deepStrictEqual(
      otherHomes.filter((pair) => isSame(...pair)),
      []
    )
  })

  it("MUST have two IDs if one of the spellings could be another home's", () => {
    assert.deepStrictEqual(
      leftApart.filter((pair) => isSame(...pair)),
      []
    )
  })

  it("MUST have an ID for each number of a street, quarter or floor, in whichever numerals", () => {
    for (const [country, name, ...written] of numbered) {
      const forms = romans.map((_, i) => new Set(written.map((write) => formOf(country, name, write(i + 1)))))
      assert.deepStrictEqual(
        forms.filter((spellings) => spellings.size !== 1).map((spellings) => [...spellings]),
        [],
        `${country} ${name}`
      )
      assert.strictEqual(
        new Set(forms.flatMap((spellings) => [...spellings])).size,
        romans.length,
        `${country} ${name}`
      )
    }
  })

  it("MUST be idempotent: the form of a form of a street or place is that form", () => {
    const unstable = [...sameHomes, ...otherHomes].flatMap(([country, name, one, other]) =>
      ["street", "city", "district"].includes(name)
        ? [one, other]
            .map((text) => formOf(country, name, text))
            .filter((form) => formOf(country, name, form) !== form)
            .map((form) => `${country} ${name} ${form}`)
        : []
    )
    assert.deepStrictEqual(unstable, [])
  })
})
