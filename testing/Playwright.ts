import { test as base } from "@playwright/test"
import type { Address, GenerateAddressQuery, Profile } from "../client/Contract.ts"
import { type Doorstep, startDoorstep, type StartOptions } from "./Testing.ts"

export { fill } from "./fill/Fill.ts"
export type { Field, FilledField, Filling, FillOptions, MissingField, Reason } from "./fill/Fill.ts"

export interface DoorstepFixtures {
  /** What the test's home must match; set with `test.use`. Its seed is the test's title unless it names one. */
  readonly homeQuery: GenerateAddressQuery
  /** A home, the same in every run. */
  readonly home: { readonly address: Address; readonly profile: Profile }
  /** Its address. */
  readonly address: Address
  /** Who lives there. */
  readonly profile: Profile
}

export interface DoorstepWorkerFixtures {
  /** How the service is started; set with `use` in the configuration. */
  readonly doorstepOptions: StartOptions
  /** The service that all workers share. */
  readonly doorstep: Doorstep
}

/** Playwright's `test` with a Doorstep, which starts with the first worker and ends after the last. */
export const test = base.extend<DoorstepFixtures, DoorstepWorkerFixtures>({
  doorstepOptions: [{}, { option: true, scope: "worker" }],
  doorstep: [
    async ({ doorstepOptions }, use) => {
      const doorstep = await startDoorstep(doorstepOptions)
      await use(doorstep)
      await doorstep.stop()
    },
    // A first start reads all of the data.
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
