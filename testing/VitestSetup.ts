import type { TestProject } from "vitest/node"
import type { ProvidedDoorstep } from "./ProvidedDoorstep.ts"
import { startDoorstep, type StartOptions } from "./Testing.ts"

/**
 * A global setup for a service with your own data. In `vitest.config.ts`, name a file with this as its default export,
 * or name `doorstep/testing/vitest/setup` itself for the starter data.
 *
 * @example
 * export default doorstepSetup({ data: { snapshot: "test/us-1.doorstep" } })
 */
export const doorstepSetup =
  (options: StartOptions = {}) =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    const { stop, token, url } = await startDoorstep({ share: false, ...options })
    const provided: ProvidedDoorstep = { url, token }
    project.provide("doorstep", provided)
    return stop
  }

export default doorstepSetup()
