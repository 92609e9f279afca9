/** A request to the process that tries a module. */
export interface TrialRequest {
  readonly module: string
  /** A file of recorded responses that replace the network. */
  readonly answers: string | undefined
}

/** A line of the author's code. */
export interface CodePlace {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** A record as it was read, and its outcome. */
export interface ShownRecord {
  /** As JSON, one member per line. */
  readonly raw: string
  readonly address?: string
  readonly evidence?: string
  /** Why it was rejected, in the source's words. */
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

/** Events of a trial, in this order; `failed` may end it at any point. */
export type TrialEvent =
  | { readonly type: "began"; readonly module: string }
  /** Files that the module consists of or reads: a change to any of them counts as a change to the module. */
  | { readonly type: "files"; readonly files: ReadonlyArray<string> }
  | { readonly type: "loaded"; readonly milliseconds: number }
  | RecordsRead
  | LawTried
  | { readonly type: "failed"; readonly message: string; readonly place?: CodePlace }
  | { readonly type: "done"; readonly milliseconds: number }

/** Messages from the process: first that it has loaded what every trial needs, then what it finds. */
export type TrialMessage = { readonly type: "ready" } | TrialEvent
