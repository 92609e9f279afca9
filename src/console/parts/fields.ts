import { useEffect, useState } from "react"
import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { sentence } from "../api/contract.ts"
import { detailsOf } from "../api/failure.ts"

/** The field that an error belongs to: `targets.total` is the field `total`, `options.countries.0` is `countries`. */
const fieldOf = (path: string, fields: ReadonlyArray<string>): string | undefined =>
  path.split(".").find((part) => fields.includes(part))

/** The first error of each field. */
const sentences = (faults: ReadonlyArray<ErrorDetail>, fields: ReadonlyArray<string>) => {
  const found = new Map<string, string>()
  for (const { message, path } of faults) {
    const field = fieldOf(path, fields)
    if (field !== undefined && !found.has(field)) found.set(field, sentence(message))
  }
  return found
}

/** It may be out of sight, above the button. */
const focusFirstFault = (): void => document.querySelector<HTMLElement>("form [aria-invalid=true]")?.focus()

interface FieldsOptions<Name extends string> {
  readonly names: ReadonlyArray<Name>
  /** The form's errors before it is sent. */
  readonly faults: ReadonlyArray<ErrorDetail>
  /** The service's error, if it has refused the form. */
  readonly refusal: unknown
}

/**
 * The error of each field as a sentence: for a field once it has lost the focus, and for all fields after an attempt to
 * submit. The first field with an error then gets the focus.
 */
export const useFields = <Name extends string>({ faults, names, refusal }: FieldsOptions<Name>) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const own = sentences(faults, names)
  const refused = sentences(detailsOf(refusal), names)
  const objection = refused.size > 0 ? refusal : undefined
  useEffect(() => {
    if (attempts > 0) focusFirstFault()
  }, [attempts])
  useEffect(() => {
    if (objection !== undefined) focusFirstFault()
  }, [objection])
  return {
    errorOf: (name: Name): string | undefined => (left.has(name) ? own.get(name) : undefined) ?? refused.get(name),
    /** The field has lost the focus. */
    leave: (name: Name) => setLeft((left) => (left.has(name) ? left : new Set([...left, name]))),
    /** Whether the form may be sent; if not, every field shows its error. */
    check: (): boolean => {
      setLeft(new Set(names))
      if (faults.length > 0) setAttempts((attempts) => attempts + 1)
      return faults.length === 0
    },
    /** An error about the form as a whole, or one that belongs to no field. */
    rest: refusal !== null && refusal !== undefined && refused.size === 0 ? refusal : undefined
  }
}
