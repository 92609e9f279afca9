import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { AuditLog } from "../../admin/AuditLog.ts"
import * as App from "../../App.ts"
import { requiredTextFault } from "../../../schemas/Fields.ts"
import { Area, MAX_REASON, type SuppressionTarget } from "../../../schemas/admin/Suppressions.ts"
import { textOf } from "../NamedFile.ts"
import type { SuppressionRow } from "../../sync/suppression/SuppressionSql.ts"
import { Suppressions } from "../../sync/suppression/Suppressions.ts"
import { refuse, reportFailure } from "../Failure.ts"
import { anyNumber } from "../Numbers.ts"
import { printList, printTable } from "../Table.ts"
import { numberText } from "../../shared/Amounts.ts"
import { countryCode, optionalPath, optionalText, whether } from "../Flags.ts"

const addresses = (count: number): string => (count === 1 ? "1 address" : `${numberText(count)} addresses`)

const reason = Flag.String("reason").pipe(
  Flag.withDescription(
    "The reason, for later reference: for example the number of a letter, but no name and no address"
  )
)

const dryRun = whether("dry-run", "Print how many addresses it would withhold, and change nothing")

const addressId = Argument.String("address").pipe(
  Argument.withDescription("ID of a published address, as `find` prints it")
)

/** The audit entry, which never says whom it is about. */
const record = (action: string, { country, id, kind, reason }: SuppressionRow) =>
  Effect.flatMap(AuditLog, (audit) =>
    audit.record({
      action,
      target: id,
      result: "done",
      detail: `${kind}${country === null ? "" : ` in ${country}`}: ${reason}`
    })
  )

const suppressTarget = Effect.fnUntraced(function* (target: SuppressionTarget, why: string, isTrial: boolean) {
  const suppressions = yield* Suppressions
  const fault = requiredTextFault(why, MAX_REASON)
  if (fault !== undefined) {
    return yield* refuse(`--reason ${fault}.`)
  }
  if (isTrial) {
    return yield* Console.log(
      `It would withhold ${addresses(yield* suppressions.preview(target))}. Nothing was changed.`
    )
  }
  const { suppression, withdrawn } = yield* suppressions.suppress(target, why)
  yield* record("suppress", suppression)
  yield* Console.log(
    `${suppression.id}: ${addresses(withdrawn)} withdrawn. Running services see it within a second, and no ` +
      "synchronization, restore or later snapshot brings it back."
  )
})

const home = (kind: "address" | "building", description: string) =>
  Command.make(
    kind,
    { address: addressId, dryRun, reason },
    Effect.fn(
      ({ address, dryRun, reason }) => suppressTarget({ kind, id: address.toLowerCase() }, reason, dryRun),
      Effect.provide(App.layerSuppressions),
      reportFailure
    )
  ).pipe(
    Command.withDescription(description),
    Command.withExamples([
      {
        command: `doorstep suppress ${kind} de-4k2m9x0q7v1b3n5c8d6f --reason "Request 2026-117"`,
        description: kind === "address" ? "One home" : "A house with all its homes"
      }
    ])
  )

/** A file may contain a polygon as a geometry, or as a feature with one. */
const AreaFile = Schema.fromJsonString(
  Schema.Union([Area, Schema.Struct({ type: Schema.Literal("Feature"), geometry: Area })])
)

const areaOf = Effect.fnUntraced(function* (
  circle: Option.Option<string>,
  radius: Option.Option<number>,
  file: Option.Option<string>
) {
  if (Option.isSome(file)) {
    const text = yield* textOf(file.value)
    const read = yield* Schema.decodeEffect(AreaFile)(text).pipe(
      Effect.catch(({ message }) =>
        refuse(
          `${file.value} does not contain a GeoJSON Polygon or MultiPolygon, as a geometry or a single feature: ${message}`
        )
      )
    )
    return read.type === "Feature" ? read.geometry : read
  }
  const [latitude, longitude, ...more] = Option.getOrElse(circle, () => "")
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)))
  if (latitude === undefined || longitude === undefined || more.length > 0 || Option.isNone(radius)) {
    return yield* refuse("Name an area: --center LATITUDE,LONGITUDE with --radius METRES, or --polygon FILE.")
  }
  const given = { type: "Circle", center: { latitude, longitude }, radius: radius.value }
  return yield* Schema.decodeUnknownEffect(Area)(given).pipe(
    Effect.catch(({ message }) => refuse(`This circle cannot be suppressed: ${message}`))
  )
})

const area = Command.make(
  "area",
  {
    center: optionalText("center", "Centre of a circle: LATITUDE,LONGITUDE in degrees"),
    radius: anyNumber("radius", { what: "a number of metres" }).pipe(
      Flag.withDescription("Its radius in metres, from 1 to 100,000"),
      Flag.optional
    ),
    polygon: optionalPath("polygon", "File with a GeoJSON Polygon or MultiPolygon, instead of a circle"),
    dryRun,
    reason
  },
  Effect.fn(
    function* ({ center, dryRun, polygon, radius, reason }) {
      const area = yield* areaOf(center, radius, polygon)
      yield* suppressTarget({ kind: "area", area }, reason, dryRun)
    },
    Effect.provide(App.layerSuppressions),
    reportFailure
  )
).pipe(
  Command.withDescription("Withhold every address in a circle or a polygon"),
  Command.withExamples([
    {
      command: 'doorstep suppress area --center 47.9959,7.8522 --radius 30 --reason "Request 2026-118"',
      description: "A house that is not published yet"
    },
    {
      command: 'doorstep suppress area --polygon shelter.geojson --reason "Request 2026-119"',
      description: "A polygon of GeoJSON"
    }
  ])
)

const find = Command.make(
  "find",
  {
    country: countryCode("DE"),
    words: Argument.String("words").pipe(
      Argument.withDescription("Words of the address in any order, including its number, or its ID"),
      Argument.variadic({ min: 1 })
    )
  },
  Effect.fn(
    function* ({ country, words }) {
      const { addresses, suppressedBy } = yield* (yield* Suppressions).find(country, words.join(" "))
      if (suppressedBy !== undefined) return yield* Console.log(`It is withheld, by ${suppressedBy}.`)
      if (addresses.length === 0) return yield* Console.log("No published address has all of these words.")
      yield* printTable(
        ["ID", "ADDRESS"],
        addresses.map(({ id, line }) => [id, line])
      )
    },
    Effect.provide(App.layerSuppressions),
    reportFailure
  )
).pipe(
  Command.withDescription("Find the ID of a published address, or which suppression withholds an ID"),
  Command.withExamples([
    { command: "doorstep suppress find DE 12 Rosenweg Freiburg", description: "By words of the address" }
  ])
)

const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const list = Command.make(
  "list",
  {},
  Effect.fn(
    function* () {
      const rows = (yield* (yield* Suppressions).list).map((one) => [
        one.id,
        one.kind,
        one.country ?? "—",
        numberText(one.withheld),
        day(one.createdAt),
        one.liftedAt === null ? "active" : `lifted ${day(one.liftedAt)}`,
        one.reason
      ])
      yield* printList(
        ["ID", "KIND", "COUNTRY", "WITHHELD", "SINCE", "STATE", "REASON"],
        rows,
        "Nothing is suppressed."
      )
    },
    Effect.provide(App.layerSuppressions),
    reportFailure
  )
).pipe(Command.withDescription("List suppressions, without the homes they are about, which are not stored"))

const lift = Command.make(
  "lift",
  { suppression: Argument.String("suppression").pipe(Argument.withDescription("Its ID")) },
  Effect.fn(
    function* ({ suppression }) {
      const lifted = yield* (yield* Suppressions).lift(suppression)
      yield* record("liftSuppression", lifted)
      yield* Console.log(
        `${lifted.id} is lifted. Its addresses come back with the next synchronization of the sources that have them.`
      )
    },
    Effect.provide(App.layerSuppressions),
    reportFailure
  )
).pipe(
  Command.withDescription(
    "Lift a suppression: Doorstep forgets what it withheld, which comes back with the next synchronization"
  )
)

/** `doorstep suppress`: the right to be left alone. */
export const suppress = Command.make("suppress").pipe(
  Command.withDescription("Withhold addresses, buildings and areas permanently, whatever sources say"),
  Command.withSubcommands([
    find,
    home("address", "Withhold a home; without a unit, everything published under its number"),
    home("building", "Withhold all addresses of a house, by its number and its coordinates"),
    area,
    list,
    lift
  ])
)
