import { inject, test as base } from "vitest"
import { type Client, createClient } from "../client/Client.ts"
import type { GenerateAddressQuery } from "../client/Contract.ts"
import type { ProvidedDoorstep } from "./ProvidedDoorstep.ts"

const clientOf = (): { readonly url: string; readonly token: string; readonly client: Client } => {
  const given: ProvidedDoorstep | undefined = inject("doorstep")
  if (given === undefined) {
    throw new Error(
      'No Doorstep runs: name "doorstep/testing/vitest/setup" under test.globalSetup in vitest.config.ts.'
    )
  }
  return { ...given, client: createClient({ baseUrl: given.url, token: given.token }) }
}

const anywhere: GenerateAddressQuery = {}

/** Vitest's `test` with the run's service, and a home for each test that is the same in every run. */
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
