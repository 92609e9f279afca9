/** What Vitest's workers are told about the run's service. */
export interface ProvidedDoorstep {
  readonly url: string
  readonly token: string
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The run's service, if `doorstep/testing/vitest/setup` is the global setup. */
    readonly doorstep: ProvidedDoorstep
  }
}
