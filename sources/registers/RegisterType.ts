import { Effect, Predicate, Schema } from "effect"
import type { StatedKind } from "../../schemas/StatedEvidence.ts"
import { SourceError } from "../DataSource.ts"
import { Places } from "../reading/Locations.ts"
import * as SourceType from "../SourceType.ts"
import { declarations } from "./Declarations.ts"
import { makeMappedSource } from "./MappedSource.ts"
import { type Mapping, Register } from "./Mapping.ts"
import { locateFor } from "./Paged.ts"

/** IDs of the declared registers. */
export const registerIds: ReadonlyArray<string> = Object.keys(declarations)

/** The declaration of a register. */
export const register = (source: string, id: string): Effect.Effect<Register, SourceError> =>
  Object.hasOwn(declarations, id)
    ? SourceType.decodeOptions(Register)(source, `The declaration of the register "${id}"`, declarations[id])
    : Effect.fail(
        new SourceError({
          source,
          reason: "misconfigured",
          message: `No register is declared under "${id}". Declared: ${registerIds.join(", ")}.`
        })
      )

const Options = Schema.Struct({
  register: Schema.NonEmptyString.annotate({ description: "ID of the declared register, such as fr-ban." }),
  location: Places,
  /** Replaces the declaration's evidence if that has no register evidence: the operator knows more. */
  declaredHomes: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description:
        "Why these data hold homes only, in a sentence. Addresses without register evidence become declared ones."
    })
  )
})
type Options = typeof Options.Type

/**
 * Kinds of evidence that an operator may overrule. A register's use codes, and evidence against homes, are not among
 * them.
 */
const isReplaceable = (kind: StatedKind): boolean => kind === "declared" || kind === "probable" || kind === "assumed"

const withDeclared = (mapping: Mapping, detail: string | undefined): Mapping =>
  detail === undefined
    ? mapping
    : {
        ...mapping,
        evidence: [
          ...mapping.evidence.filter(({ kind }) => !isReplaceable(kind)),
          // Rules that filter out other addresses stay in force.
          ...(mapping.evidence.some(({ kind }) => isReplaceable(kind))
            ? mapping.evidence
                .filter(({ kind }) => isReplaceable(kind))
                .map((evidence) => ({ ...evidence, kind: "declared" as const, detail }))
            : [{ kind: "declared" as const, detail }])
        ]
      }

const make = Effect.fnUntraced(function* (name: string, options: Options) {
  const declaration = yield* register(name, options.register)
  const location = yield* locateFor(name, options.location, declaration)
  return makeMappedSource(name, withDeclared(declaration, options.declaredHomes), location, declaration)
})

/** A register's title; its ID if it has no title, which happens while it is being written. */
const labelOf = (id: string, declared: unknown): string =>
  Predicate.hasProperty(declared, "title") && typeof declared.title === "string" ? `${declared.title} (${id})` : id

/** National registers, by the declarations that ship with the service. */
export const type = SourceType.make({
  type: "register",
  summary: `A national register, by its declaration: ${registerIds.join(", ")}.`,
  options: Options,
  choices: {
    register: Object.entries(declarations).map(([id, declared]) => ({ value: id, label: labelOf(id, declared) }))
  },
  make
})
