import { test as base } from "@playwright/test"
import type { Address, GenerateAddressQuery, Profile } from "../client/Contract.ts"
import { type Doorstep, startDoorstep, type StartOptions } from "./Testing.ts"

export { fill } from "./fill/Fill.ts"
export type { Field, FilledField, Filling, FillOptions, MissingField, Reason } from "./fill/Fill.ts"

export interface DoorstepFixtures {
  /** Filters for the test's home; set them with `test.use`. The seed is the test's title unless you set one. */
  readonly homeQuery: GenerateAddressQuery
  /** A home, the same in every run. */
  readonly home: { readonly address: Address; readonly profile: Profile }
  /** Its address. */
  readonly address: Address
  /** The person who lives there. */
  readonly profile: Profile
}

export interface DoorstepWorkerFixtures {
  /** Options for starting the service; set them with `use` in the configuration. */
  readonly doorstepOptions: StartOptions
  /** The service, shared by all workers. */
  readonly doorstep: Doorstep
}

/** Playwright's `test` with a Doorstep that starts with the first worker and stops after the last. */
export const test = base.extend<DoorstepFixtures, DoorstepWorkerFixtures>({
  doorstepOptions: [{}, { option: true, scope: "worker" }],
  doorstep: [
    async ({ doorstepOptions }, use) => {
      const doorstep = await startDoorstep(doorstepOptions)
      await use(doorstep)
      await doorstep.stop()
    },
    // The first start reads all of the data.
    { scope: "worker", timeout: 600_000 }
  ],
  homeQuery: [{}, { option: true }],
  home: async ({ doorstep, homeQuery }, use, { titlePath }) => {
    const { result } = await doorstep.client.generate({ seed: titlePath.join(" › ").slice(-300), ...homeQuery })
    await use(result)
  },
  address: async ({ home }, use) => use(home.address),
  profile: async ({ home }, use) => use(home.profile)
})

export { expect } from "@playwright/test"
