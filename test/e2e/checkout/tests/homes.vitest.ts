import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { test } from "doorstep/testing/vitest"

const note = (text: string) => writeFileSync(join(process.env["NOTES"] ?? ".", `${process.pid}-${text}`), "")

test("has a home", async ({ address, doorstep, profile }) => {
  note(`${new URL(doorstep.url).port}-${address.id}`)
  expect(address.countryCode).toBe("US")
  expect(profile.synthetic).toBe(true)
  expect((await doorstep.client.address(address.id)).id).toBe(address.id)
})

test.extend("homeQuery", { country: "US", region: "GA", seed: "peach" })(
  "has a home where it is told to",
  ({ address }) => {
    expect(address.components.regionCode).toBe("US-GA")
  }
)
