import { Notification } from "@mantine/core"
import { screen } from "@testing-library/react"
import axe from "axe-core"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { Chart } from "../../src/console/charts/Chart.tsx"
import { HomesMap } from "../../src/console/map/HomesMap.tsx"
import { AddCountryButton } from "../../src/console/parts/AddCountryButton.tsx"
import { EvidenceBar, RuleBar } from "../../src/console/parts/Bars.tsx"
import { CodeBlock } from "../../src/console/parts/CodeBlock.tsx"
import { CopyButton } from "../../src/console/parts/Copy.tsx"
import { CountryStateBadge } from "../../src/console/parts/CountryStateBadge.tsx"
import { EvidenceBadge } from "../../src/console/parts/Evidence.tsx"
import { Explanations } from "../../src/console/parts/Explanations.tsx"
import { Facts } from "../../src/console/parts/Facts.tsx"
import { Page } from "../../src/console/parts/Page.tsx"
import { RunProgress } from "../../src/console/parts/runs.tsx"
import { SourceLink } from "../../src/console/parts/SourceLink.tsx"
import { Stat } from "../../src/console/parts/Stat.tsx"
import { Empty, Failure } from "../../src/console/parts/States.tsx"
import { Time } from "../../src/console/parts/Time.tsx"
import { ColorScheme } from "../../src/console/shell/ColorScheme.tsx"
import { draw } from "./support/Draw.tsx"
import { serveOutlines } from "./support/Outlines.ts"
import { phase, run } from "./support/Samples.ts"

/** Rules about looks, which need a real browser. The end-to-end tests check them. */
const ofLooks = { "color-contrast": { enabled: false }, "target-size": { enabled: false } }

/** The violations that axe finds in an element, one per line. */
const faultsIn = async (element: Element): Promise<ReadonlyArray<string>> => {
  const { violations } = await axe.run(element, { rules: ofLooks, resultTypes: ["violations"] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

const mix = { shares: { register: 0.6, assumed: 0.4 }, derived: {}, sampled: 10, exact: true, poolVersion: 1 }

/** Every part on one page, in its most unusual form. */
const Everything = () => (
  <Page title="Every part" description="As they are drawn." actions={<AddCountryButton />}>
    <Failure error={{ message: "No." }} retry={() => undefined} />
    <Notification>Done.</Notification>
    <Empty title="Nothing yet" action={<CopyButton value="x" label="Copy as table" />} />
    <Explanations
      explanations={[{ severity: "attention", code: "a", sentence: "No `city`.", share: null, cure: "Set `city`." }]}
    />
    <Facts items={[["Read", <Time key="read" at="2026-11-21T10:00:00.000Z" />]]} />
    <Stat label="Homes" value="0" hint="in no country" />
    <RuleBar label="Total" value={1} target={2} met={false} format={String} />
    <RuleBar label="Total" value={1} target={2} met={false} format={String} compact />
    <EvidenceBar legend mix={mix} />
    <EvidenceBadge kind="register" />
    <CountryStateBadge state="ready" />
    <CodeBlock code="curl" title="curl" copyLabel="Copy code" />
    <RunProgress run={run({ cancelRequested: true })} />
    <RunProgress run={run({ source: "linz", phases: [phase({ total: null })] })} />
    <SourceLink url="https://example.com">the register</SourceLink>
    <ColorScheme />
    <Chart data={[]} series={[]} height={100} label="Requests" />
    <HomesMap points={[]} label="Homes" />
  </Page>
)

describe("the parts of the console", () => {
  it("MUST have no fault that axe can detect without rendering, one after the other", async () => {
    serveOutlines()
    const { container } = draw(<Everything />)
    await screen.findByRole("img", { name: "Requests" })
    await screen.findByText(/^The map needs WebGL/)
    assert.deepStrictEqual(await faultsIn(container), [])
  })

  it("MUST have detectable faults if a part has no name or breaks a list, which shows that axe really checks", async () => {
    const { container } = draw(
      <>
        <button type="button" />
        <ul>
          <p>no item</p>
        </ul>
      </>
    )
    const found = (await faultsIn(container)).map((fault) => fault.split(":")[0])
    assert.includeMembers(found, ["button-name", "list"])
  })

  it("MUST have texts of the size that is set in the browser, and room for them", () => {
    const styles = readFileSync("src/console/styles.css", "utf8")
    assert.deepStrictEqual(styles.match(/(font-size|(max|min)-(height|width)|scroll-margin-top)[\w-]*: *\d+px/g), null)
  })
})
