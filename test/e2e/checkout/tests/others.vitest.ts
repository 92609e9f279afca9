import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "doorstep/testing/vitest"
import { expect } from "vitest"

// A test file that runs in a separate process, with the same service.
test("has another home", async ({ address, doorstep }) => {
  const port = new URL(doorstep.url).port
  writeFileSync(join(process.env["NOTES"] ?? ".", `${process.pid}-${port}-${address.id}`), "")
  expect((await doorstep.client.health()).status).toBe("ok")
})
