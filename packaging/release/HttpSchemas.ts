import type { Change } from "./Change.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member that is an object; an empty object if there is none. */
export const objectAt = (value: JsonObject, name: string): JsonObject => {
  const found = value[name]
  return isObject(found) ? found : {}
}

const listAt = (value: JsonObject, name: string): ReadonlyArray<Json> => {
  const found = value[name]
  return Array.isArray(found) ? found : []
}

const typesOf = (schema: JsonObject): ReadonlyArray<string> =>
  (Array.isArray(schema["type"]) ? schema["type"] : schema["type"] === undefined ? [] : [schema["type"]]).map(String)

const valuesOf = (schema: JsonObject): ReadonlyArray<string> | undefined =>
  schema["const"] !== undefined
    ? [JSON.stringify(schema["const"])]
    : Array.isArray(schema["enum"])
      ? schema["enum"].map((value: Json) => JSON.stringify(value))
      : undefined

/** Limits, and whether a larger value accepts less. */
const limits = {
  minimum: true,
  exclusiveMinimum: true,
  minLength: true,
  minItems: true,
  minProperties: true,
  maximum: false,
  exclusiveMaximum: false,
  maxLength: false,
  maxItems: false,
  maxProperties: false
} as const

/** Who sends the described value: the client or the service. */
type Direction = "request" | "answer"

/** Compares the schemas of one document with those of a later one. */
export class Schemas {
  readonly #document: JsonObject
  readonly #tell: (kind: Change["kind"], message: string) => void
  readonly #compared = new Set<string>()

  constructor(document: JsonObject, tell: (kind: Change["kind"], message: string) => void) {
    this.#document = document
    this.#tell = tell
  }

  /** The target of a reference, or the object itself. */
  resolved(value: Json): JsonObject {
    if (!isObject(value)) return {}
    const reference = value["$ref"]
    if (typeof reference !== "string") return value
    let found: Json = this.#document
    for (const part of reference.replace(/^#\//, "").split("/")) {
      found = isObject(found) ? (found[part.replaceAll("~1", "/").replaceAll("~0", "~")] ?? null) : null
    }
    return this.resolved(found)
  }

  compareContent(old: JsonObject, later: Schemas, now: JsonObject, direction: Direction, where: string): void {
    const [types, typesNow] = [objectAt(old, "content"), objectAt(now, "content")]
    for (const [type, media] of Object.entries(types)) {
      const mediaNow = typesNow[type]
      if (!isObject(mediaNow) || !isObject(media)) this.#tell("breaking", `${where} is no longer ${type}.`)
      else this.compare(media["schema"], later, mediaNow["schema"], direction, where)
    }
  }

  compare(old: Json | undefined, later: Schemas, now: Json | undefined, direction: Direction, where: string): void {
    // A schema may contain itself, so each reference is compared only once.
    const pair = `${direction} ${JSON.stringify(old)} ${JSON.stringify(now)}`
    if (this.#compared.has(pair)) return
    this.#compared.add(pair)
    const [a, b] = [this.resolved(old ?? {}), later.resolved(now ?? {})]
    if (JSON.stringify(a) === JSON.stringify(b) && !JSON.stringify(a).includes("$ref")) return
    this.#compareTypes(a, b, direction, where)
    this.#compareValues(a, b, direction, where)
    if (direction === "request") this.#compareLimits(a, b, where)
    this.#compareMembers(a, later, b, direction, where)
    if (isObject(a["items"]) && isObject(b["items"])) {
      this.compare(a["items"], later, b["items"], direction, `${where}, each item`)
    }
    for (const union of ["anyOf", "oneOf", "allOf"]) this.#compareUnion(a, later, b, union, direction, where)
  }

  #compareTypes(a: JsonObject, b: JsonObject, direction: Direction, where: string): void {
    const [before, after] = [typesOf(a), typesOf(b)]
    const missing =
      direction === "request"
        ? before.filter(
            (type) => after.length > 0 && !after.includes(type) && !(type === "integer" && after.includes("number"))
          )
        : after.filter(
            (type) => before.length > 0 && !before.includes(type) && !(type === "integer" && before.includes("number"))
          )
    if (missing.length > 0 || (direction === "request" && before.length === 0 && after.length > 0)) {
      this.#tell(
        "breaking",
        `${where} now has the type ${after.join(" or ") || "any"}; it was ${before.join(" or ") || "any"}.`
      )
    }
  }

  #compareValues(a: JsonObject, b: JsonObject, direction: Direction, where: string): void {
    const [before, after] = [valuesOf(a), valuesOf(b)]
    if (before === undefined && after === undefined) return
    const gone = before?.filter((value) => after !== undefined && !after.includes(value)) ?? []
    const more = after?.filter((value) => before !== undefined && !before.includes(value)) ?? []
    if (direction === "request") {
      if (before === undefined) this.#tell("breaking", `${where} now takes only ${after!.join(", ")}.`)
      if (gone.length > 0) this.#tell("breaking", `${where} no longer takes ${gone.join(", ")}.`)
    } else if (after === undefined) this.#tell("breaking", `${where} may now have any value.`)
    if (more.length > 0) this.#tell("addition", `${where} may be ${more.join(", ")}.`)
  }

  #compareLimits(a: JsonObject, b: JsonObject, where: string): void {
    for (const [name, larger] of Object.entries(limits)) {
      const [before, after] = [a[name], b[name]]
      if (typeof after !== "number") continue
      if (typeof before !== "number" || (larger ? after > before : after < before)) {
        this.#tell(
          "breaking",
          `${where} now has ${name} ${after}${typeof before === "number" ? `; it was ${before}` : ""}.`
        )
      }
    }
    for (const name of ["pattern", "format"]) {
      if (b[name] !== undefined && a[name] !== b[name]) this.#tell("breaking", `${where} now has another ${name}.`)
    }
  }

  #compareMembers(a: JsonObject, later: Schemas, b: JsonObject, direction: Direction, where: string): void {
    const [before, after] = [objectAt(a, "properties"), objectAt(b, "properties")]
    const [needed, needs] = [listAt(a, "required").map(String), listAt(b, "required").map(String)]
    for (const [name, member] of Object.entries(before)) {
      const memberNow = after[name]
      if (memberNow === undefined) this.#tell("breaking", `${where}: ${name} is gone.`)
      else this.compare(member, later, memberNow, direction, `${where}: ${name}`)
      if (direction === "answer" && memberNow !== undefined && needed.includes(name) && !needs.includes(name)) {
        this.#tell("breaking", `${where}: ${name} may now be absent.`)
      }
    }
    for (const name of Object.keys(after)) {
      if (name in before) continue
      const has = direction === "request" && needs.includes(name)
      this.#tell(has ? "breaking" : "addition", `${where}: ${name} is new${has ? ", and required" : ""}.`)
    }
    for (const name of direction === "request" ? needs : []) {
      if (name in before && !needed.includes(name)) this.#tell("breaking", `${where}: ${name} is now required.`)
    }
  }

  /** Alternatives have no names, so each is matched by its content. */
  #compareUnion(
    a: JsonObject,
    later: Schemas,
    b: JsonObject,
    union: string,
    direction: Direction,
    where: string
  ): void {
    const [before, after] = [listAt(a, union), listAt(b, union)]
    if (before.length === 0 && after.length === 0) return
    const breaks = (old: Json, now: Json): boolean => {
      let broken = false
      const probe = new Schemas(this.#document, (kind) => void (broken ||= kind === "breaking"))
      probe.compare(old, later, now, direction, "")
      return broken
    }
    const isLess = union === "allOf" || direction === "request"
    const lost = isLess
      ? before.filter((old) => !after.some((now) => !breaks(old, now)))
      : after.filter((now) => !before.some((old) => !breaks(old, now)))
    if (lost.length === 0 && (union !== "allOf" || after.length <= before.length)) return
    this.#tell("breaking", `${where}: its alternatives (${union}) have changed.`)
  }
}
