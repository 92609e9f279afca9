import { Context, Effect } from "effect"

/** Bytes of a remote file received so far, including those kept from an earlier attempt. */
export interface Transfer {
  /** In a form that may be shown. */
  readonly url: string
  readonly done: number
  /** Null: the server does not say. */
  readonly total: number | null
}

/** Receives the progress of downloads while it is provided. */
export const TransferProgress = Context.Reference<(transfer: Transfer) => Effect.Effect<void>>(
  "doorstep/TransferProgress",
  { defaultValue: () => () => Effect.void }
)

/** Receives failures that are retried, while it is provided: each as a sentence. */
export const Setbacks = Context.Reference<(failure: string) => Effect.Effect<void>>("doorstep/Setbacks", {
  defaultValue: () => () => Effect.void
})

/** The progress of reading: bytes of files as they are stored, or another unit of the source. */
export interface Reading {
  /** Distinguishes readings that run in parallel, or one after another. */
  readonly place: string
  readonly done: number
  readonly total: number
}

/** Receives the progress of reading a source while it is provided. */
export const ReadingProgress = Context.Reference<(reading: Reading) => Effect.Effect<void>>(
  "doorstep/ReadingProgress",
  { defaultValue: () => () => Effect.void }
)
