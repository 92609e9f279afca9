/** Messages between threads. Values have the types of the task. */
export type Message =
  | { readonly kind: "begin"; readonly crew: number; readonly module: string; readonly setup: unknown }
  | { readonly kind: "work"; readonly crew: number; readonly call: number; readonly input: unknown }
  | { readonly kind: "end"; readonly crew: number }

export type Reply =
  | { readonly call: number; readonly output: unknown }
  | { readonly call: number; readonly fault: string }
