/** Messages between threads. Values have the types of the task. */
export type Message =
  | { readonly kind: "begin"; readonly crew: number; readonly module: string; readonly setup: unknown }
  | { readonly kind: "work"; readonly crew: number; readonly call: number; readonly input: unknown }
  | { readonly kind: "end"; readonly crew: number }

export type Reply =
  | { readonly call: number; readonly output: unknown }
  | { readonly call: number; readonly fault: string }

/** What a thread receives at its start. */
export interface WorkerData {
  /** Folder of compiled code, if the starting thread has one. */
  readonly compiled: string | undefined
  /** Shared by all threads of a pool. */
  readonly ended: Int32Array<SharedArrayBuffer>
}

export const end = (ended: WorkerData["ended"]) => Atomics.store(ended, 0, 1)

export const hasEnded = (ended: WorkerData["ended"]): boolean => Atomics.load(ended, 0) === 1
