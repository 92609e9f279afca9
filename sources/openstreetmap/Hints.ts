import { readTranslations, type Translations, writeTranslations } from "./Languages.ts"
import type { AddressParts } from "./AddressTags.ts"
import type { StreetKind } from "./StreetKinds.ts"
import { type TapeReader, TapeWriter } from "./Tape.ts"

/** A shop, practice or similar at a point. */
interface Indoor {
  readonly lon: number
  readonly lat: number
  readonly ref: number
  readonly tag: string
}

/** A place that is mapped as a point. */
interface Place {
  readonly name: string
  readonly lon: number
  readonly lat: number
  /** Value of `place` for a city, town or village. */
  readonly kind: string | undefined
  /** 0 if it is not tagged. */
  readonly population: number
  readonly translations: Translations | undefined
}

/** A way of a street with names in other languages. */
export interface Street {
  readonly name: string
  readonly translations: Translations
  /** The node that locates it. */
  readonly node: number
  /** Its position, if the way contains it; else `nowhere`. */
  readonly lon: number
  readonly lat: number
}

/** What several houses share. */
interface Shared {
  readonly parts: AddressParts
  /** As made by `refOf`. */
  readonly houses: ReadonlyArray<number>
}

/** An object with a house number, but without a street. */
interface Streetless {
  /** The number of its first address in the block. */
  readonly first: number
  readonly ref: number
}

const codes = { indoor: 1, place: 2, streetKind: 3, street: 4, shared: 5, state: 6, streetless: 7 } as const

/** Writes what is needed only once: everything in a block that is neither an address nor an area. */
export class Hints {
  private readonly tape = new TapeWriter()

  get isEmpty(): boolean {
    return this.tape.isEmpty
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.tape.finish()
  }

  private begin(code: number, lon: number, lat: number): void {
    this.tape.number(code)
    this.tape.signed(lon)
    this.tape.signed(lat)
  }

  indoor({ lat, lon, ref, tag }: Indoor): void {
    this.begin(codes.indoor, lon, lat)
    this.tape.signed(ref)
    this.tape.text(tag)
  }

  place({ kind, lat, lon, name, population, translations }: Place): void {
    this.begin(codes.place, lon, lat)
    this.tape.text(name)
    this.tape.text(kind)
    this.tape.text(String(population))
    writeTranslations(this.tape, translations)
  }

  streetKind({ key, kind }: StreetKind): void {
    this.tape.number(codes.streetKind)
    this.tape.number(key)
    this.tape.number(kind)
  }

  street({ lat, lon, name, node, translations }: Street): void {
    this.begin(codes.street, lon, lat)
    this.tape.text(name)
    this.tape.signed(node)
    writeTranslations(this.tape, translations)
  }

  shared({ houses, parts }: Shared): void {
    this.tape.number(codes.shared)
    for (const part of [parts.street, parts.city, parts.postcode]) this.tape.text(part)
    this.tape.number(houses.length)
    for (const house of houses) this.tape.signed(house)
  }

  streetless({ first, ref }: Streetless): void {
    this.tape.number(codes.streetless)
    this.tape.number(first)
    this.tape.signed(ref)
  }

  state(name: string | undefined): void {
    this.tape.number(codes.state)
    this.tape.text(name)
  }
}

/** Receives what was written, in the same order. */
export interface HintVisitor {
  readonly indoor: (indoor: Indoor) => void
  readonly place: (place: Place) => void
  readonly streetKind: (kind: StreetKind) => void
  readonly street: (street: Street) => void
  readonly shared: (shared: Shared) => void
  readonly streetless: (object: Streetless) => void
  readonly state: (name: string | undefined) => void
}

export const readHints = (tape: TapeReader, visitor: HintVisitor): void => {
  const point = () => ({ lon: tape.signed(), lat: tape.signed() })
  const text = () => tape.text() ?? ""
  while (!tape.isAtEnd) {
    switch (tape.number()) {
      case codes.indoor:
        visitor.indoor({ ...point(), ref: tape.signed(), tag: text() })
        break
      case codes.place:
        visitor.place({
          ...point(),
          name: text(),
          kind: tape.text(),
          population: Number(text()),
          translations: readTranslations(tape)
        })
        break
      case codes.streetKind:
        visitor.streetKind({ key: tape.number(), kind: tape.number() })
        break
      case codes.street:
        visitor.street({
          ...point(),
          name: text(),
          node: tape.signed(),
          translations: readTranslations(tape) ?? {}
        })
        break
      case codes.shared:
        visitor.shared({
          parts: { street: tape.text(), city: tape.text(), postcode: tape.text() },
          houses: Array.from({ length: tape.number() }, () => tape.signed())
        })
        break
      case codes.streetless:
        visitor.streetless({ first: tape.number(), ref: tape.signed() })
        break
      case codes.state:
        visitor.state(tape.text())
        break
    }
  }
}
