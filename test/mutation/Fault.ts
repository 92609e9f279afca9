/** A fault that is planted: a text of the file, which occurs once, and what stands in its place. */
type Fault = readonly [text: string, replacement: string, survives?: string]

/** Faults of a file, and the test files that have to see them, the quickest first. */
interface FaultsOfFile {
  readonly tests: ReadonlyArray<string>
  /** With a third member, which says why, no test can see it, or none has to. */
  readonly faults: ReadonlyArray<Fault>
}

/** By file. */
export type Faults = Readonly<Record<string, FaultsOfFile>>

/** One fault to plant, as it is handed to who runs tests. */
export interface Planted {
  readonly file: string
  readonly text: string
  readonly replacement: string
  /** The quickest first. */
  readonly tests: ReadonlyArray<string>
}

/** A fault that chance has chosen. */
export interface Chosen extends Planted {
  readonly kind: string
  /** Why no test can see it, or none has to. */
  readonly survives?: string
}

/** How a planted fault ended: which test saw it, or none. */
export type Seen =
  | { readonly outcome: "caught"; readonly by: string }
  | { readonly outcome: "survived" }
  /** What stands there now is no code. */
  | { readonly outcome: "no code"; readonly why: string }
