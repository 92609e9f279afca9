import { execFile, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { promisify } from "node:util"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, inject, it } from "vitest"
import { attempt, createClient } from "../../client/Client.ts"
import { fill } from "../../testing/fill/Fill.ts"
import { startDoorstep } from "../../testing/Testing.ts"
import { karlsruhe, london, savannah } from "../testing/addresses.ts"
import { executable, launch, missing } from "./support/Chromium.ts"

const root = Path.resolve(import.meta.dirname, "../..")
const checkout = Path.join(import.meta.dirname, "checkout")
const running = Path.join(tmpdir(), `doorstep-testing-${process.getuid?.() ?? "user"}`)

const isGone = async (url: string): Promise<boolean> => {
  const ended = await attempt(createClient({ baseUrl: url }).health({ timeout: 2000 }))
  return !ended.ok && ended.error.code === "NETWORK"
}

/** The folders of services running at this URL, which excludes those of other processes on this machine. */
const foldersOf = (url: string): ReadonlyArray<string> =>
  readdirSync(running).filter((name) => {
    const entry = Path.join(running, name, "service.json")
    return existsSync(entry) && JSON.parse(readFileSync(entry, "utf8")).url === url
  })

const gone = (url: string) => expect.poll(() => isGone(url), { timeout: 60_000, interval: 100 }).toBe(true)

describe("a Doorstep for tests", () => {
  let templates = ""
  let shop: Server
  let notes = ""

  beforeAll(async () => {
    notes = await mkdtemp(Path.join(tmpdir(), "doorstep-test-"))
    templates = Path.join(inject("preparedDataDir"), "templates")
    await mkdir(templates, { recursive: true })
    shop = createServer(({ url }, response) => {
      response.setHeader("content-type", "text/html")
      response.end(url === "/" ? readFileSync(Path.join(checkout, "shop.html")) : "")
    })
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  })

  afterAll(async () => {
    shop?.close()
    await rm(notes, { recursive: true, force: true })
  })

  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    ...process.env,
    NO_COLOR: "1",
    TEMPLATES: templates,
    NOTES: notes,
    SHOP: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    ...more
  })

  it("MUST be one service for all concurrent processes, and deleted with its data when the last is killed", async () => {
    const share = `together ${process.pid}`
    const [one, other] = await Promise.all([
      startDoorstep({ share, cache: templates }),
      startDoorstep({ share, cache: templates })
    ])
    assert.strictEqual(one.url, other.url)
    const { result } = await one.client.generate({ seed: "abc" })
    assert.strictEqual(result.address.countryCode, "US")
    const program = `
      import { startDoorstep } from ${JSON.stringify(Path.join(root, "testing/Testing.ts"))}
      const { url, client } = await startDoorstep(${JSON.stringify({ share, cache: templates })})
      console.log(url, (await client.generate({ seed: "abc" })).result.address.id)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [said] = await new Promise<ReadonlyArray<Buffer>>((resolve) =>
      child.stdout.once("data", (...all) => resolve(all))
    )
    assert.strictEqual(String(said).trim(), `${one.url} ${result.address.id}`)
    assert.lengthOf(foldersOf(one.url), 1)
    await Promise.all([one.stop(), other.stop()])
    assert.strictEqual((await createClient({ baseUrl: one.url }).health()).status, "ok")
    child.kill("SIGKILL")
    await gone(one.url)
    await expect.poll(() => foldersOf(one.url)).toEqual([])
  })

  it("MUST answer from a file of the user's own, and from a snapshot as any other machine does", async () => {
    const file = Path.join(notes, "homes.csv")
    const rows = Array.from(
      { length: 40 },
      (_, index) => `${index + 1},Lindenallee,Karlsruhe,76149,Baden-Württemberg,49.0${index + 10},8.38`
    )
    await writeFile(file, ["number,street,city,postcode,region,lat,lon", ...rows].join("\n"))
    const [own, pinned] = await Promise.all([
      startDoorstep({ data: { file, country: "DE" }, share: false, cache: false }),
      startDoorstep({
        data: { snapshot: Path.join(root, "test/snapshot/fixtures/village.doorstep") },
        share: false,
        cache: false
      })
    ])
    try {
      const { result } = await own.client.generate({ country: "DE" })
      assert.strictEqual(result.address.components.street, "Lindenallee")
      assert.deepStrictEqual(
        (await own.client.availability()).filter(({ residentialAvailable }) => residentialAvailable).length,
        1
      )
      const { countries } = await pinned.client.dataHealth()
      assert.deepInclude(countries, { code: "US", ready: true, count: 52 })
    } finally {
      await Promise.all([own.stop(), pinned.stop()])
    }
    assert.deepStrictEqual([await isGone(own.url), await isGone(pinned.url)], [true, true])
    assert.deepStrictEqual([...foldersOf(own.url), ...foldersOf(pinned.url)], [])
  })

  it("MUST explain missing or unreadable data", async () => {
    const wrong = (file: string) =>
      startDoorstep({ data: { file, country: "DE" }, share: false, cache: false }).then(
        () => "started",
        (error: unknown) => (error instanceof Error ? error.message : "")
      )
    assert.match(await wrong("nowhere.csv"), /There is no .*nowhere\.csv/)
  })

  it("MUST be a Vitest fixture that parallel workers share, and be gone afterwards", async () => {
    const vitest = Path.join(root, "node_modules/vitest/vitest.mjs")
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [vitest, "run", "--config", Path.join(checkout, "vitest.config.ts")],
      { cwd: checkout, env: environment({ VITEST: "" }) }
    ).catch(({ stderr, stdout }) => assert.fail(stdout + stderr))
    assert.match(stdout, /Tests\s+3 passed/)
    const found = readdirSync(notes)
      .filter((name) => /^\d+-\d+-us-/.test(name))
      .map((name) => name.split("-"))
    assert.lengthOf(found, 2)
    assert.lengthOf(new Set(found.map(([pid]) => pid)), 2)
    const ports = new Set(found.map(([, port]) => port))
    assert.lengthOf(ports, 1)
    await gone(`http://127.0.0.1:${Array.from(ports)[0]}`)
  })

  describe.skipIf(executable === undefined)(
    `in Chromium${executable === undefined ? ` (skipped: ${missing})` : ""}`,
    () => {
      it("MUST be a Playwright fixture that parallel workers share, whose fill() completes an order", async () => {
        const playwright = Path.join(root, "node_modules/@playwright/test/cli.js")
        const { stdout } = await promisify(execFile)(process.execPath, [playwright, "test", "--config", checkout], {
          cwd: checkout,
          env: environment({ CHROMIUM: executable ?? "", RESULTS: Path.join(notes, "results") }),
          maxBuffer: 2 ** 24
        }).catch(({ stderr, stdout }) => assert.fail(stdout + stderr))
        const { stats } = JSON.parse(stdout)
        assert.deepInclude(stats, { expected: 4, unexpected: 0, flaky: 0, skipped: 0 })
        const used = Array.from(stdout.matchAll(/"description": "(\d+) (http:\S+) (\S+)"/g), ([, ...parts]) => parts)
        const urls = new Set(used.map(([, url]) => url))
        assert.lengthOf(urls, 1)
        assert.isAbove(new Set(used.map(([pid]) => pid)).size, 1)
        await gone(Array.from(urls)[0] ?? "")
      })

      describe("fill()", () => {
        let browser: Browser
        let page: Page

        beforeAll(async () => {
          browser = await launch()
          page = await browser.newPage()
        })

        afterAll(() => browser?.close())

        const open = () => page.goto(environment().SHOP)

        const values = async () => ({
          ...((await page.evaluate(`Object.fromEntries(new FormData(document.querySelector("form")))`)) as object),
          ...((await page
            .frames()[1]!
            .evaluate(
              `Object.fromEntries(Array.from(document.querySelectorAll("input"), ({ id, value }) => [id, value]))`
            )) as object)
        })

        const profile = {
          synthetic: true,
          locale: "en_US",
          name: {
            full: "Brenden Goldner",
            first: "Brenden",
            last: "Goldner",
            latin: { full: "Brenden Goldner", first: "Brenden", last: "Goldner" }
          },
          gender: "male",
          dateOfBirth: "1994-01-11",
          age: 32,
          referenceDate: "2026-01-30",
          email: "brenden.goldner71@example.net",
          phone: { e164: "+16785550188", national: "(678) 555-0188" },
          username: "brenden_g924",
          password: "g=RRqn4aFlu2sK2&",
          company: "Abbott, Thompson and Keeling",
          paymentCard: { test: true, brand: "diners", number: "3056930009020004", expiry: "07/32", cvc: "830" }
        } as const

        it("MUST fill in a form whose fields depend on its country, a frame with the card, and list what is missing", async () => {
          await open()
          const { filled, missing } = await fill(page, { address: savannah, profile })
          assert.deepStrictEqual(await values(), {
            email: "brenden.goldner71@example.net",
            country: "US",
            first: "Brenden",
            last: "Goldner",
            line1: "36 Saint Ives Drive",
            line2: "Apt 4",
            city: "Savannah",
            state: "US-GA",
            zip: "31419",
            tel: "+16785550188",
            "billing-name": "Brenden Goldner",
            "billing-address": "36 Saint Ives Drive Apt 4",
            "billing-country": "United States",
            voucher: "",
            middle: "",
            honeypot: "",
            odd: "",
            number: "3056 9300 0902 0004",
            "card-name": "Brenden Goldner",
            expiry: "07/2032",
            code: "830"
          })
          assert.lengthOf(filled, 17)
          assert.deepStrictEqual(
            missing.map(({ autocomplete, reason }) => [autocomplete, reason]),
            [
              ["additional-name", "no-value"],
              ["name", "hidden"],
              ["organization", "disabled"],
              ["favourite-colour", "unknown"]
            ]
          )
        })

        it("MUST fill in the fields of another country's form, over existing values", async () => {
          const { missing } = await fill(page, karlsruhe, { profile, only: "shipping" })
          const now = await values()
          assert.include(now, { country: "DE", line1: "Forlenweg 24a", zip: "76149", city: "Karlsruhe" } as never)
          assert.include(now, { "billing-address": "36 Saint Ives Drive Apt 4" } as never)
          assert.deepStrictEqual(missing, [])
          const { missing: left } = await fill(page, london, { only: "section-invoice" })
          assert.deepStrictEqual(
            left.map(({ field, reason }) => [field, reason]),
            [["name", "no-value"]]
          )
          assert.include(await values(), {
            "billing-address": "Rose Cottage\n12 Elm Row"
          } as never)
        })

        it("MUST report a missing option, a value that does not fit, and a value that the page resets", async () => {
          await page.setContent(`
          <select autocomplete="country"><option value="FR">France</option></select>
          <input autocomplete="postal-code" maxlength="3">
          <input autocomplete="address-level2" oninput="this.value = 'Elsewhere'">
          <input autocomplete="address-level4">`)
          const { filled, missing } = await fill(page, savannah)
          assert.deepStrictEqual(filled, [])
          assert.deepStrictEqual(
            missing.map(({ reason }) => reason),
            ["no-option", "does-not-fit", "refused", "no-value"]
          )
        })
      })
    }
  )
})
