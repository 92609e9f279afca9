import { createRequire } from "node:module"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Resolves when all finite animations have ended: colors no longer change then. */
const still = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.all(
    document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined))
  )
).then(() => undefined)`

interface AxeResult {
  readonly violations: ReadonlyArray<{
    readonly id: string
    readonly impact: string
    readonly nodes: ReadonlyArray<{ readonly html: string }>
  }>
}

/** The rules to check. */
const every = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }

/** The rules that concern colors. */
const colours = { type: "rule", values: ["color-contrast", "link-in-text-block"] }

const run = async (page: Page, where: string, runOnly: typeof every): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(`"axe" in window`))) await page.evaluate(axe)
  await page.evaluate(still)
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"], runOnly: ${JSON.stringify(runOnly)} })`
  )) as AxeResult
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(" ")}`.slice(0, 600))
}

/** Serious faults that axe finds on the current page, as readable lines. */
export const seriousFaults = (page: Page, where: string): Promise<ReadonlyArray<string>> => run(page, where, every)

/** The same, of colors alone. */
export const faultsOfColors = (page: Page, where: string): Promise<ReadonlyArray<string>> => run(page, where, colours)

/**
 * Serious faults of the page in the light scheme, and faults of color in the dark one: only colors depend on the
 * scheme, which the page switches without reloading.
 */
export const seriousFaultsInBoth = async (page: Page, where: string): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  for (const [colorScheme, runOnly] of [
    ["light", every],
    ["dark", colours]
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    faults.push(...(await run(page, `${colorScheme} ${where}`, runOnly)))
  }
  for (const label of (await page.evaluate(saidTwice)) as ReadonlyArray<string>)
    faults.push(`${where} says twice: ${label}`)
  return faults
}

/** Labels that contain the descriptions of their fields, which screen readers say in addition. */
const saidTwice = `Array.from(document.querySelectorAll("input[aria-describedby]:not([aria-label])"))
  .filter((one) => [...one.labels].some((label) => label.querySelector("#" + CSS.escape(one.getAttribute("aria-describedby")))))
  .map(({ labels: [label] }) => label.textContent)`

/** The rule that concerns what scrolls by itself, which on a phone is more. */
const scrolling = { type: "rule", values: ["scrollable-region-focusable"] }

/**
 * Whether the page is wider than a phone, or there has parts that only a pointer can scroll, as readable lines.
 * Restores the window's size.
 */
export const tooWide = async (page: Page, where: string): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  await page.setViewportSize({ width: 390, height: 844 })
  // Charts and the menu take a moment to adapt.
  await expect
    .poll(() => page.evaluate("document.documentElement.scrollWidth"))
    .toBe(390)
    .catch(() => faults.push(`${where} is wider than a phone`))
  // What scrolls is measured after it is laid out.
  let unreachable: ReadonlyArray<string> = []
  await expect
    .poll(async () => (unreachable = await run(page, `${where} on a phone`, scrolling)), { timeout: 10_000 })
    .toEqual([])
    .catch(() => faults.push(...unreachable))
  await page.setViewportSize({ width: 1440, height: 900 })
  return faults
}
