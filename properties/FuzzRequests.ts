import * as fc from "fast-check"
import { anyCharacter } from "./AnyText.ts"
import type { OpenApi, Operation, Parameter, SchemaObject } from "./OpenApi.ts"

/** Values that a deployment knows, by the parameter or member that they fit. */
export type Words = Readonly<Record<string, ReadonlyArray<string>>>

/** A request to one endpoint. */
export interface FuzzRequest {
  readonly operation: Operation
  readonly given: ReadonlyArray<readonly [name: string, text: string]>
  readonly body: unknown
  /** Whether it contains only values that the deployment knows. */
  readonly isPlain: boolean
  /** The request in one line. */
  readonly toString: () => string
  readonly [fc.toStringMethod]: () => string
}

/** The request target, below the base URL. */
export const targetOf = ({ given, operation }: Pick<FuzzRequest, "given" | "operation">): string => {
  const inPath = new Map(given)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name) ?? "x"))
  const isQuery = ([name]: readonly [string, string]) => !operation.path.includes(`{${name}}`)
  const query = given.filter(isQuery).map((pair) => pair.map(encodeURIComponent).join("="))
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}

/** Texts that tend to break services. */
const nasty = [
  "",
  " ",
  "\0",
  "%",
  "%00",
  "'; DROP TABLE address; --",
  "$1",
  "\\",
  '"',
  "../..",
  "😀",
  "\u0301",
  "İ",
  "__proto__",
  "constructor",
  "null",
  "true",
  "NaN",
  "-1",
  "0",
  "19",
  "201",
  "1.5",
  "1e999",
  "9007199254740993",
  "127.0.0.1",
  "::1",
  "x".repeat(161),
  "x".repeat(301)
]

/** Any text: characters of all planes, and texts that tend to break services. */
const anything = fc
  .oneof(fc.constantFrom(...nasty), fc.string({ unit: anyCharacter, maxLength: 20 }), fc.string({ maxLength: 8 }))
  .map((text) => text.toWellFormed())

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = { ipv4: fc.ipV4(), ipv6: fc.ipV6() }

/** Mostly texts that a schema permits. */
const fitting = (schema: SchemaObject): fc.Arbitrary<string> => {
  const { anyOf = [], format, maxLength = 300, minLength = 0, pattern } = schema
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String))
  if (schema.type === "boolean") return fc.constantFrom("true", "false")
  if (schema.type === "integer") {
    const { maximum = 1000, minimum = -1000 } = schema
    const edges = fc.constantFrom(minimum, minimum - 1, maximum, maximum + 1)
    return fc.oneof(fc.integer({ min: minimum, max: maximum }), edges).map(String)
  }
  const named = [format, ...anyOf.map((one) => one.format)].flatMap((name) => formats[name ?? ""] ?? [])
  if (named.length > 0) return fc.oneof(...named)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u")).map((text) => text.slice(0, maxLength))
  return fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: "grapheme", minLength, maxLength: Math.min(12, maxLength) }) },
    { weight: 1, arbitrary: fc.constantFrom("é".repeat(maxLength), "x".repeat(maxLength + 1), "x".repeat(minLength)) }
  )
}

const known = (words: Words, name: string, { default: standard, enum: literals, examples = [] }: SchemaObject) => [
  ...(words[name] ?? []),
  ...(literals ?? examples).filter((word) => typeof word === "string"),
  ...(standard === undefined ? [] : [String(standard)])
]

/** A text for a parameter, and whether the deployment knows it. */
type Text = readonly [text: string, isKnown: boolean]

const textOf = (words: Words, name: string, schema: SchemaObject, isTame: boolean): fc.Arbitrary<Text> => {
  const wild = fc.oneof(fitting(schema), anything)
  const candidates = known(words, name, schema)
  if (candidates.length === 0) return (isTame ? fitting(schema) : wild).map((text): Text => [text, false])
  const tame = fc.constantFrom(...candidates).map((text): Text => [text, true])
  if (isTame) return tame
  return fc.oneof({ weight: 3, arbitrary: tame }, { weight: 2, arbitrary: wild.map((text): Text => [text, false]) })
}

type Pair = readonly [name: string, text: string, isKnown: boolean]

const none: fc.Arbitrary<ReadonlyArray<Pair>> = fc.constant([])

/** Gives an endpoint about two of its optional parameters, however many it has. */
const pairsOf = (words: Words, { name, required, schema }: Parameter, among: number, isTame: boolean) => {
  const pair = textOf(words, name, schema, isTame).map(([text, isKnown]): Pair => [name, text, isKnown])
  const once = pair.map((pair): ReadonlyArray<Pair> => [pair])
  const absent = { weight: required ? 1 : 4 * Math.max(1, among), arbitrary: none }
  if (isTame) return required ? once : fc.oneof(absent, { weight: 8, arbitrary: once })
  const twice = fc.tuple(pair, pair).map((pairs): ReadonlyArray<Pair> => pairs)
  return fc.oneof(absent, { weight: required ? 30 : 8, arbitrary: once }, { weight: 1, arbitrary: twice })
}

/** Parameters that the endpoint does not have. */
const strangers: fc.Arbitrary<ReadonlyArray<Pair>> = fc.oneof(
  { weight: 12, arbitrary: none },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("x", "Country", "country[]", "__proto__", "limit", "q", "é", "a b"), anything)
      .map(([name, text]): ReadonlyArray<Pair> => [[name, text, false]])
  }
)

/** JSON of any type. */
const json = fc.oneof(
  anything,
  fc.integer({ min: -5, max: 60 }),
  fc.double(),
  fc.constantFrom<unknown>(null, true, false, [], {}),
  fc.jsonValue({ maxDepth: 2 })
)

/** A value that a schema permits, with occasional faults unless the request is to be plain. */
const valueOf = (openApi: OpenApi, words: Words, name: string, given: SchemaObject, isTame: boolean) => {
  const schema = openApi.resolve(given)
  const right = rightValueOf(openApi, words, name, schema, isTame)
  return isTame ? right : fc.oneof({ weight: 24, arbitrary: right }, { weight: 1, arbitrary: json })
}

const rightValueOf = (
  openApi: OpenApi,
  words: Words,
  name: string,
  schema: SchemaObject,
  isTame: boolean
): fc.Arbitrary<unknown> => {
  const { items, maximum, minimum, properties, required = [], type } = schema
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, schema]) => {
      const value = valueOf(openApi, words, name, schema, isTame)
      const isNeeded = required.includes(name)
      const absent = fc.constant(undefined)
      const weight = isNeeded ? (isTame ? 0 : 1) : 12
      return [name, fc.oneof({ weight: isNeeded ? 40 : 4, arbitrary: value }, { weight, arbitrary: absent })] as const
    })
    const object = fc.record(Object.fromEntries(members))
    if (isTame) return object
    const extra = fc.tuple(object, fc.constantFrom("x", "Count", "limit", "ip"), json)
    return fc.oneof(
      { weight: 14, arbitrary: object },
      { weight: 1, arbitrary: extra.map(([object, name, value]) => ({ ...object, [name]: value })) }
    )
  }
  if (type === "array" && items !== undefined) {
    const lengths = isTame ? { maxLength: 5 } : { maxLength: 3 }
    const list = fc.array(valueOf(openApi, words, name, items, isTame), lengths)
    const { maxItems } = schema
    if (isTame || maxItems === undefined) return list
    const full = fc.constantFrom(maxItems, maxItems + 1).map((length) => Array.from({ length }, (_, i) => `x${i}`))
    return fc.oneof({ weight: 9, arbitrary: list }, { weight: 1, arbitrary: full })
  }
  if (type === "boolean") return fc.boolean()
  if (type === "integer") {
    const inside = fc.integer({ min: minimum ?? 0, max: maximum ?? 100 })
    if (isTame) return inside
    return fc.oneof({ weight: 9, arbitrary: inside }, { weight: 1, arbitrary: fc.constantFrom(0, -1, 51, 1.5, 1e20) })
  }
  return textOf(words, name, schema, isTame).map(([text]) => text)
}

/** The more parameters an endpoint has, the more often it is requested. */
const weightOf = ({ body, parameters }: Operation): number => (body === undefined ? 2 + parameters.length : 12)

/**
 * Requests to every endpoint. Plain ones contain only values that the deployment knows.
 *
 * @param known sets of values; the values of a set belong together
 */
export const requestsTo = (openApi: OpenApi, known: ReadonlyArray<Words>, isTame: boolean): fc.Arbitrary<FuzzRequest> =>
  // Arbitraries are created once, not per request.
  fc.oneof(...known.map((words) => requestsOf(openApi, words, isTame)))

const requestsOf = (openApi: OpenApi, words: Words, isTame: boolean): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...openApi.operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: fc
        .tuple(
          fc.tuple(
            ...operation.parameters.map((parameter) => pairsOf(words, parameter, operation.parameters.length, isTame))
          ),
          isTame ? none : strangers,
          operation.body === undefined
            ? fc.constant(undefined)
            : valueOf(openApi, words, "body", operation.body, isTame)
        )
        .map(([pairs, extra, body]): FuzzRequest => {
          const all = [...pairs.flat(), ...extra]
          const isInPath = (name: string) => operation.path.includes(`{${name}}`)
          // A path contains each of its parameters once, and an empty one would make it another path.
          const inPath = operation.parameters
            .filter(({ name }) => isInPath(name))
            .map(({ name }): Pair => all.find((pair) => pair[0] === name && pair[1] !== "") ?? [name, "x", false])
          const given = [...all.filter(([name]) => !isInPath(name)), ...inPath].map(
            ([name, text]) => [name, text] as const
          )
          const isPlain = isTame && all.every(([, , isKnown]) => isKnown)
          const toString = () =>
            `${operation.method} ${targetOf({ operation, given })}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`
          return { operation, given, body, isPlain, toString, [fc.toStringMethod]: toString }
        })
    }))
  )
