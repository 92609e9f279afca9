import { type Assignments } from "./Assignments.ts"
import { type Contents, digitsOf, postcodeShare } from "./Contents.ts"
import type { Column } from "./Coordinates.ts"
import { areStates } from "./Country.ts"
import { filledOf } from "./Fields.ts"

/** Kinds of streets that stand behind a name, and before it, where a table has them in a column of their own. */
const kindsBehind =
  /^(?:st(?:reet)?|r(?:oa)?d|ave?(?:nue)?|dr(?:ive)?|ln|lane|blvd|boulevard|c(?:our)?t|pl(?:ace)?|way|ter(?:race)?|cir(?:cle)?|h(?:igh)?wa?y|p(?:ark)?wa?y|cres(?:cent)?|close|grove|parade|sq(?:uare)?|tr(?:ai)?l|loop|run|utca|tér|út|köz)\.?$/i
const kindsBefore =
  /^(?:rue|avenue|av|boulevard|bd|impasse|chemin|ch|allée|quai|cours|route|rte|passage|calle|cl|avenida|avda|plaza|pz|paseo|camino|carretera|ronda|rua|travessa|alameda|largo|praça|estrada|rodovia|via|viale|piazza|corso|vicolo|strada|strada|ul(?:ica)?|al(?:eja)?|plac|osiedle|os|улица|ул|проспект|пр-кт|переулок|пер|шоссе|ш|бульвар|б-р|набережная|наб|вулиця|вул|str|strada|bulevardul|jalan|jl)\.?$/iu
const directions = /^(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.?$/i

const areAll = (column: Column | undefined, form: RegExp, least: number): column is Column =>
  column !== undefined &&
  column.contents.filled >= least &&
  filledOf(column).filter((value) => form.test(value)).length >= filledOf(column).length * 0.9

const isName = ({ contents }: Column): boolean =>
  contents.filled >= 0.9 && contents.distinct > 1 && contents.numeric < 0.3

/** Streets whose kind is in a column of its own, with their directions. */
const takeKinds = (to: Assignments): void => {
  const at = (index: number) => to.free.find((column) => column.index === index)
  for (const column of to.free) {
    const isBehind = areAll(column, kindsBehind, 0.5)
    if ((!isBehind && !areAll(column, kindsBefore, 0.5)) || column.contents.distinct < 2) continue
    const name = at(column.index + (isBehind ? -1 : 1))
    if (name === undefined || !isName(name)) continue
    to.takeAs(name, "street", `beside ${column.name}, which has kinds of streets`, 0.55)
    to.takeAs(column, isBehind ? "streetSuffix" : "streetPrefix", "words for kinds of streets", 0.6)
    const [before, behind] = [at(name.index - 1), at(column.index + 1)]
    if (isBehind && areAll(before, directions, 0.01)) to.takeAs(before, "streetPrefix", "directions", 0.6)
    if (isBehind && areAll(behind, directions, 0.01)) to.takeAs(behind, "streetSuffix", "directions", 0.6)
    return
  }
}

/** A column beside the street's that has nothing but kinds of streets, whatever it is called. */
export const takeKind = (to: Assignments): void => {
  const street = to.first("street")
  const prefix = to.first("streetPrefix")
  // A direction before the name leaves room for the kind of street behind it.
  const isDirected = prefix === undefined || areAll(prefix.column, directions, 0.01)
  if (street === undefined || to.first("streetSuffix") !== undefined || !isDirected) return
  const beside = to.free.filter(({ index }) => Math.abs(index - street.column.index) === 1)
  const before = beside.find((column) => areAll(column, kindsBefore, 0.5))
  const behind = beside.find((column) => areAll(column, kindsBehind, 0.5))
  if (before !== undefined && prefix === undefined) to.takeAs(before, "streetPrefix", "words for kinds of streets", 0.6)
  else if (behind !== undefined) to.takeAs(behind, "streetSuffix", "words for kinds of streets", 0.6)
}

/** Directions before a street's name and behind its kind, without which it is another street. */
export const takeDirection = (to: Assignments): void => {
  const street = to.first("street")
  const before = to.free.find(
    ({ index, name }) => index === (street?.column.index ?? 0) - 1 && !/side|sector|ward|zone|district/i.test(name)
  )
  if (to.first("streetPrefix") === undefined && areAll(before, directions, 0.01)) {
    to.takeAs(before, "streetPrefix", "directions before the street", 0.6)
  }
  const kind = to.first("streetSuffix")
  const behind = to.free.find(({ index }) => index === (kind?.column.index ?? -2) + 1)
  if (areAll(behind, directions, 0.3)) to.takeAs(behind, "streetSuffix", "directions behind the kind of street", 0.6)
}

const takeStates = (to: Assignments, country: string | undefined): void => {
  const column = to.free.find((one) => one.contents.filled > 0.9 && areStates(filledOf(one), country))
  if (column !== undefined) to.takeAs(column, "region", "codes of states", 0.6)
}

/** In Japan, the part of the city stands between it and the numbers of blocks. */
const takeJapanese = (to: Assignments): void => {
  const city = to.first("city")
  if (city === undefined || to.first("district") !== undefined) return
  const column = to.free.find(({ index }) => index === city.column.index + 1)
  const isName = column !== undefined && column.contents.filled > 0.9 && column.contents.houseNumber < 0.5
  if (isName) to.takeAs(column, "district", "behind the city", 0.55)
}

/** Parts that stand out among columns without names: kinds of streets and their names, and codes of states. */
export const takeStriking = (to: Assignments, country: string | undefined): void => {
  takeKinds(to)
  takeStates(to, country)
  if (country === "JP") takeJapanese(to)
}

/** Whether all values are whole postcodes of the country, of one length that house numbers hardly all have. */
export const areWholePostcodes = (contents: Contents, country: string | undefined): boolean => {
  const lengths = new Set(contents.values.filter((value) => value !== "").map(({ length }) => length))
  const [length = 0] = lengths
  return (
    country !== undefined &&
    lengths.size === 1 &&
    length >= 4 &&
    length === digitsOf(country) &&
    (postcodeShare(contents, country) ?? 0) === 1
  )
}
