import { inject, test as base } from "vitest"
import type { TestProject } from "vitest/node"
import { type Client, createClient } from "../client/Client.ts"
import type { GenerateAddressQuery } from "../client/Contract.ts"
import { startDoorstep, type StartOptions } from "./Testing.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The service of the run, where `doorstep/testing/vitest` is its global setup. */
    readonly doorstep: { readonly url: string; readonly token: string }
  }
}

/**
 * A global setup with a service of one's own data. In `vitest.config.ts` name a file that has it as its default export, or
 * `doorstep/testing/vitest` itself for the starter.
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

const clientOf = (): { readonly url: string; readonly token: string; readonly client: Client } => {
  const given = inject("doorstep")
  if (given === undefined) {
    throw new Error('No Doorstep runs: name "doorstep/testing/vitest" under test.globalSetup in vitest.config.ts.')
  }
  return { ...given, client: createClient({ baseUrl: given.url, token: given.token }) }
}

const anywhere: GenerateAddressQuery = {}

/** Vitest's `test` with the service of the run, and a home of the test's own: the same in every run. */
export const test = base
  .extend("doorstep", { scope: "worker" }, clientOf)
  .extend("homeQuery", anywhere)
  .extend("home", async ({ doorstep, homeQuery, task }) => {
    const { result } = await doorstep.client.generate({ seed: task.fullName.slice(-300), ...homeQuery })
    return result
  })
  .extend("address", ({ home }) => home.address)
  .extend("profile", ({ home }) => home.profile)

export { test as it }
