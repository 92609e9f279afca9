/** What Vitest's workers hear of the service of the run. */
export interface ProvidedDoorstep {
  readonly url: string
  readonly token: string
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The service of the run, where `doorstep/testing/vitest/setup` is its global setup. */
    readonly doorstep: ProvidedDoorstep
  }
}
