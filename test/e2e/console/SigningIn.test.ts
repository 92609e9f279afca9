import { assert, expect, it } from "vitest"
import { seriousFaultsInBoth } from "../support/Axe.ts"
import { journey } from "../support/ConsoleHouse.ts"

journey("who may enter the console", (house) => {
  const generate = (token: string) =>
    fetch(`${house.url}/api/v1/generate?country=US`, { headers: { authorization: `Bearer ${token}` } })

  it("MUST be cached until it changes, and not be framed by other sites", async () => {
    const page = await fetch(`${house.url}/console`)
    assert.strictEqual(page.headers.get("cache-control"), "no-cache")
    assert.include(page.headers.get("content-security-policy"), "frame-ancestors 'none'")
    assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
    const script = /src="([^"]+\.js)"/.exec(await page.text())![1]!
    const file = await fetch(`${house.url}${script}`, { headers: { "accept-encoding": "gzip, br" } })
    assert.strictEqual(file.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.strictEqual(file.headers.get("content-encoding"), "br")
    assert.strictEqual((await fetch(`${house.url}/console`, { method: "HEAD" })).status, 200)
  })

  it("MUST let the administrator sign in only with the correct password", async () => {
    const { open, page, signIn, watch } = house.operator
    await open("/tokens")
    await page.getByLabel("Administrator password").fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page
      .getByRole("alert")
      .filter({ hasText: /password/i })
      .waitFor()
    await signIn()
    await expect.poll(() => page.title()).toBe("Overview · Doorstep")
    // Scripts cannot read the session cookie.
    assert.strictEqual(await page.evaluate("document.cookie"), "")
    watch.assertClean()
  })

  it("MUST create a token that works, show it once, and have it refused within 5 seconds of its revocation", async () => {
    const { open, page, watch } = house.operator
    const name = "<script>alert(1)</script>"
    await open("/tokens")
    await page.getByRole("button", { name: "Create a token" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill(name)
    await page.getByRole("dialog").getByRole("button", { name: "Create a token" }).click()
    const token = await page.getByRole("dialog").locator("pre").first().innerText()
    assert.match(token, /^dst_[\w-]{43}$/)
    assert.strictEqual((await generate(token)).status, 200)
    await page.getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("rowheader", { name }).waitFor()
    assert.notInclude(await page.content(), token)

    await page.getByRole("button", { name: `Revoke ${name}` }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("rowheader", { name }).waitFor({ state: "detached" })
    await expect.poll(async () => (await generate(token)).status).toBe(401)
    watch.assertClean()
  })

  it("MUST sign out for good", async () => {
    const { open, page, watch } = house.operator
    await open("/")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Administrator password").waitFor()
    await open("/tokens")
    await page.getByLabel("Administrator password").waitFor()
    watch.assertClean()
  })

  it("MUST pass axe without serious violations on the sign-in form", async () => {
    const visitor = await house.visitor()
    await visitor.open("/")
    await visitor.page.getByLabel("Administrator password").waitFor()
    assert.deepStrictEqual(await seriousFaultsInBoth(visitor.page, "sign-in"), [])
    visitor.watch.assertClean()
    await visitor.close()
  })

  it("MUST lock out a client that keeps guessing passwords, and say for how long", async () => {
    const guesser = await house.visitor()
    await guesser.open("/")
    const message = guesser.page.getByRole("alert")
    await expect
      .poll(
        async () => {
          await guesser.page.getByLabel("Administrator password").fill("guess")
          const answered = guesser.page.waitForResponse(/\/admin\/api\/session$/)
          await guesser.page.getByRole("button", { name: "Sign in" }).click()
          await answered
          return (await message.count()) === 0 ? "" : message.innerText()
        },
        { interval: 20 }
      )
      .toMatch(/too many|try again in/i)
    guesser.watch.assertClean()
    await guesser.close()
  })
})
