import { useState } from "react"
import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { sentence } from "../api/contract.ts"
import { detailsOf } from "../api/failure.ts"

/** The field that a fault is about: `targets.total` is the field `total`, `options.countries.0` is `countries`. */
const fieldOf = (path: string, fields: ReadonlyArray<string>): string | undefined =>
  path.split(".").find((part) => fields.includes(part))

/** The first sentence against each field. */
const sentences = (faults: ReadonlyArray<ErrorDetail>, fields: ReadonlyArray<string>) => {
  const found = new Map<string, string>()
  for (const { message, path } of faults) {
    const field = fieldOf(path, fields)
    if (field !== undefined && !found.has(field)) found.set(field, sentence(message))
  }
  return found
}

interface FieldsOptions<Name extends string> {
  readonly names: ReadonlyArray<Name>
  /** What is wrong with the form as it is, before it is sent. */
  readonly faults: ReadonlyArray<ErrorDetail>
  /** What the service refused it for, if it has. */
  readonly refusal: unknown
}

/**
 * What is wrong with each field of a form, in a sentence: of one that somebody has been in, and of all once the form
 * was to be sent.
 */
export const useFields = <Name extends string>({ faults, names, refusal }: FieldsOptions<Name>) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const own = sentences(faults, names)
  const refused = sentences(detailsOf(refusal), names)
  return {
    errorOf: (name: Name): string | undefined => (left.has(name) ? own.get(name) : undefined) ?? refused.get(name),
    /** Somebody has been in the field. */
    leave: (name: Name) => setLeft((left) => (left.has(name) ? left : new Set([...left, name]))),
    /** Whether it may be sent; if not, every field says why. */
    check: (): boolean => {
      setLeft(new Set(names))
      return faults.length === 0
    },
    /** What the service has against the whole, and what is shown at no field. */
    rest: refusal !== null && refusal !== undefined && refused.size === 0 ? refusal : undefined
  }
}
