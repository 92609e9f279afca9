import type { Coordinates } from "../../schemas/Address.ts"
import { type RawRecord, rejected, type Rejected, type SourceRecord, type TranslatedNames } from "../DataSource.ts"
import { contentId } from "../reading/ContentId.ts"
import { drawnOfText } from "../reading/GeometryText.ts"
import { positionOf } from "../reading/Position.ts"
import { isDamaged } from "../reading/Text.ts"
import { type Compiled, compileExpression, compileRules, type Expression } from "./Expression.ts"
import { numberOf, pairOf } from "./Figures.ts"
import type { Mapping } from "./Mapping.ts"
import { type Convert, converterOf, systemOf } from "./grids/Projections.ts"
import { type Effort, withEffort } from "./Pattern.ts"
import type { Row } from "./Row.ts"
import type { Template } from "./Template.ts"

/** A mapping ready for use. */
export interface CompiledMapping {
  /** Fields of the main rows, without those of joins and file names. */
  readonly fields: Template["fields"]
  readonly map: (row: Row) => SourceRecord
}

/** Decimal places of coordinates: about a centimeter. */
const decimals = 1e7

const round = (value: number) => Math.round(value * decimals) / decimals

type Part = readonly [name: string, expression: Compiled]

const parts = (given: Readonly<Record<string, Expression | undefined>>): ReadonlyArray<Part> =>
  Object.entries(given).flatMap(([name, expression]) =>
    expression === undefined ? [] : [[name, compileExpression(expression)] as const]
  )

const values = (compiled: ReadonlyArray<Part>, row: Row, effort: Effort): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [name, expression] of compiled) {
    const text = expression.of(row.get, effort)
    if (text !== "") found[name] = text
  }
  return found
}

/** The mapping's schema has checked that the system can be read. */
const projector = (system: string): Convert | undefined => {
  const known = systemOf(system)
  return known === undefined || known === "degrees" ? undefined : converterOf(known)
}

/** The projection of a row: none for degrees, or what is wrong with the row's value. */
const projections = ({ projection }: Mapping) => {
  if (projection === undefined) return { of: () => undefined, fields: [] }
  if ("epsg" in projection) {
    const only = projector(projection.definition ?? String(projection.epsg))
    return { of: () => only, fields: [] }
  }
  const by = compileExpression(projection.by)
  const known = new Map(
    Object.entries(projection.definitions).map(([value, definition]) => [value, projector(definition)])
  )
  return {
    of: (row: Row, effort: Effort): Convert | string | undefined => {
      const value = by.of(row.get, effort)
      if (known.has(value)) return known.get(value)
      return `has coordinates in the projection "${value}", which the mapping does not define`
    },
    fields: by.fields
  }
}

/** What gives the numbers of a row's point: undefined if it has none, or what is wrong with its values. */
const pointsOf = ({ position }: Mapping) => {
  type Point = readonly [number, number] | string | undefined
  if (position === undefined) return { of: ({ point }: Row): Point => point, fields: [] }
  if (!("x" in position)) {
    const turned = (point: Point): Point =>
      position.swapped === true && typeof point === "object" ? [point[1], point[0]] : point
    if (position.geometry === undefined) return { of: ({ point }: Row): Point => turned(point), fields: [] }
    const geometry = compileExpression(position.geometry)
    const of = (row: Row, effort: Effort): Point => {
      const text = geometry.of(row.get, effort)
      const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
      const pair = pairOf(text)
      const drawn = text === "" ? {} : pair === undefined ? drawnOfText(text) : { point: pair }
      return drawn === undefined ? `has "${shown}", which is no geometry` : turned(positionOf(drawn))
    }
    return { of, fields: geometry.fields }
  }
  const [first, second] = [compileExpression(position.x), compileExpression(position.y)]
  const of = (row: Row, effort: Effort): Point => {
    const [x, y] = [first.of(row.get, effort), second.of(row.get, effort)]
    if (x === "" && y === "") return undefined
    const hasDecimalCommas = position.decimalComma === true
    const point = [numberOf(x, hasDecimalCommas), numberOf(y, hasDecimalCommas)] as const
    return point.every(Number.isFinite) ? point : `has the coordinates "${x}", "${y}", which are not numbers`
  }
  return { of, fields: [...first.fields, ...second.fields] }
}

/** The position of a row, nothing, or what is wrong with its values. */
const positions = (mapping: Mapping) => {
  const points = pointsOf(mapping)
  const projection = projections(mapping)

  const at = (row: Row, effort: Effort): Coordinates | string | undefined => {
    const point = points.of(row, effort)
    if (point === undefined || typeof point === "string") return point
    const projected = projection.of(row, effort)
    if (typeof projected === "string") return projected
    const there = projected === undefined ? point : projected([point[0], point[1]])
    const [longitude = Number.NaN, latitude = Number.NaN] = there.map(round)
    return Number.isFinite(longitude) && Number.isFinite(latitude)
      ? { latitude, longitude }
      : `has coordinates outside of its projection: ${point.join(", ")}`
  }
  return { at, fields: [...points.fields, ...projection.fields] }
}

const damagedIn = (texts: Readonly<Record<string, string>>): string | undefined =>
  Object.values(texts).find((text) => isDamaged(text))

export const compileMapping = (mapping: Mapping): CompiledMapping => {
  const keep = compileRules(mapping.keep ?? [])
  const components = parts(mapping.fields)
  const names = Object.entries(mapping.names ?? {}).map(([language, given]) => [language, parts(given)] as const)
  const recordId = mapping.recordId === undefined ? undefined : compileExpression(mapping.recordId)
  const position = positions(mapping)
  const languageOf = mapping.language === undefined ? undefined : compileExpression(mapping.language)
  const evidence = mapping.evidence.map(({ detail, kind, when = [] }) => ({
    evidence: { kind, detail },
    when: compileRules(when)
  }))
  const joined = new Set((mapping.joins ?? []).map((join) => join.as))

  const fields = [
    ...keep.fields,
    ...components.flatMap(([, expression]) => expression.fields),
    ...names.flatMap(([, given]) => given.flatMap(([, expression]) => expression.fields)),
    ...(recordId?.fields ?? []),
    ...(languageOf?.fields ?? []),
    ...position.fields,
    ...evidence.flatMap(({ when }) => when.fields),
    ...(mapping.joins ?? []).flatMap((join) => compileExpression(join.on).fields)
  ].filter(({ name }) => !name.startsWith("$") && !joined.has(name.split(".")[0]!))

  const refuse = (reason: Rejected["reason"], row: Row, why: string) => rejected(reason, `${row.place()} ${why}.`)

  const mapWith = (row: Row, effort: Effort): SourceRecord => {
    const broken = keep.broken(row.get, effort)
    if (broken !== undefined) return refuse("filtered", row, `is left out: ${broken.because ?? JSON.stringify(broken)}`)
    const given = values(components, row, effort)
    const damaged = damagedIn(given)
    if (damaged !== undefined)
      return refuse("malformed-text", row, `has bytes that are not of its encoding: "${damaged}"`)
    const coordinates = position.at(row, effort)
    if (typeof coordinates === "string") return refuse("malformed-record", row, coordinates)
    const id = recordId?.of(row.get, effort) ?? ""
    const language = languageOf?.of(row.get, effort) ?? ""
    const found = evidence.find(({ when }) => when.broken(row.get, effort) === undefined)
    const translated = names
      .map(([language, expressions]) => [language, values(expressions, row, effort)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0 && damagedIn(texts) === undefined)
    const record: RawRecord = {
      ...given,
      recordId:
        id === ""
          ? contentId([...components.map(([name]) => given[name]), coordinates?.latitude, coordinates?.longitude])
          : id,
      ...(coordinates === undefined ? {} : { coordinates }),
      ...(found === undefined ? {} : { evidence: found.evidence }),
      ...(language === "" ? {} : { language }),
      ...(translated.length === 0
        ? {}
        : { names: Object.fromEntries(translated) as Readonly<Record<string, TranslatedNames>> })
    }
    return record
  }

  const map = (row: Row): SourceRecord =>
    withEffort(
      (effort) => mapWith(row, effort),
      (why) => refuse("malformed-record", row, why)
    )

  return { fields, map }
}
