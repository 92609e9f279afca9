/** What is asked of the process that tries a module. */
export interface TrialRequest {
  readonly module: string
  /** A file of recorded answers that take the network's place. */
  readonly answers: string | undefined
}

/** A line of the author's. */
export interface CodePlace {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** A record as it was read, and what became of it. */
export interface ShownRecord {
  /** As JSON, a member on each line. */
  readonly raw: string
  readonly address?: string
  readonly evidence?: string
  /** Why it is none, and in what words the source said so. */
  readonly rejected?: string
  readonly detail?: string
}

export interface RejectedReason {
  readonly reason: string
  readonly count: number
  /** Some of them. */
  readonly examples: ReadonlyArray<string>
}

export interface RecordsRead {
  readonly type: "records"
  readonly source: string
  readonly country: string
  readonly license: string
  readonly attribution: string
  readonly read: number
  /** Whether those were all. */
  readonly whole: boolean
  readonly kept: number
  readonly shown: ReadonlyArray<ShownRecord>
  readonly rejected: ReadonlyArray<RejectedReason>
  readonly milliseconds: number
}

export interface LawTried {
  readonly type: "law"
  readonly source: string
  readonly country: string
  readonly promise: string
  readonly outcome: "kept" | "broken" | "warned" | "untold"
  /** What was found, with the counterexample. */
  readonly message?: string
}

/** What is told of a module that is tried, in this order; `failed` may end it anywhere. */
export type TrialEvent =
  | { readonly type: "began"; readonly module: string }
  /** Files that the module is made of, and that it reads: a change of one of them is a change of it. */
  | { readonly type: "files"; readonly files: ReadonlyArray<string> }
  | { readonly type: "loaded"; readonly milliseconds: number }
  | RecordsRead
  | LawTried
  | { readonly type: "failed"; readonly message: string; readonly place?: CodePlace }
  | { readonly type: "done"; readonly milliseconds: number }

/** What the process says: that it has loaded what every trial needs, and then what it finds. */
export type TrialMessage = { readonly type: "ready" } | TrialEvent
