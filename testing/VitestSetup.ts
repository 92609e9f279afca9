import type { TestProject } from "vitest/node"
import { startDoorstep, type StartOptions } from "./Testing.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The service of the run, where `doorstep/testing/vitest/setup` is its global setup. */
    readonly doorstep: { readonly url: string; readonly token: string }
  }
}

/**
 * A global setup with a service of one's own data. In `vitest.config.ts` name a file that has it as its default export, or
 * `doorstep/testing/vitest/setup` itself for the starter.
 *
 * @example
 * export default doorstepSetup({ data: { snapshot: "test/us-1.doorstep" } })
 */
export const doorstepSetup =
  (options: StartOptions = {}) =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    const { stop, token, url } = await startDoorstep({ share: false, ...options })
    project.provide("doorstep", { url, token })
    return stop
  }

export default doorstepSetup()
