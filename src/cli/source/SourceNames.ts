import { Console, Effect } from "effect"
import { Argument } from "effect/cli"
import { type DataSource, SourceRegistry } from "../../../sources/DataSource.ts"
import { onOneLine } from "../../sync/normalize/CleanText.ts"
import { refuse } from "../Failure.ts"
import { namesOf } from "./SourceModuleFlags.ts"

export const name = Argument.String("name").pipe(Argument.withDescription("Name of the source"))

/** A source's name, or a module. */
export const nameOrModule = Argument.String("source").pipe(
  Argument.withDescription("Name of the source, or path of a module")
)

/** A source's manifest as plain lines. */
export const describe = ({ manifest }: DataSource) =>
  Effect.forEach(
    [
      `name         ${manifest.name}`,
      `countries    ${manifest.countries.join(", ")}`,
      `licence      ${onOneLine(manifest.license)}`,
      `attribution  ${onOneLine(manifest.attribution)}`,
      `homepage     ${onOneLine(manifest.homepage)}`,
      `evidence     ${onOneLine(manifest.evidence)}`
    ],
    (line) => Console.log(line),
    { discard: true }
  )

/** The given sources: one by its name, or those of a module. */
export const found = Effect.fnUntraced(function* (wanted: string) {
  const all = yield* (yield* SourceRegistry).all
  return yield* Effect.forEach(yield* namesOf(wanted), (name) => {
    const source = all.find(({ manifest }) => manifest.name === name)
    return source === undefined
      ? refuse(`No source is named "${name}". Sources: ${all.map(({ manifest }) => manifest.name).join(", ")}.`)
      : Effect.succeed(source)
  })
})
