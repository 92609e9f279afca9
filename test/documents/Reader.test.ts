import { assert, describe, it } from "@effect/vitest"
import { linksOf, read } from "./Pages.ts"

/**
 * A question of somebody who knows TypeScript but not this project, the way from the README to its answer, and the
 * answer: a file, and the name that is defined there. Each step of the way is a link on the previous page, recognized
 * by words around it.
 */
interface Question {
  readonly asked: string
  readonly path: ReadonlyArray<readonly [page: string, words: RegExp]>
  readonly name: string
}

const questions: ReadonlyArray<Question> = [
  {
    asked: "Where are the words of an error that says that a filter matches nothing?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/http/handlers/Failures.ts", /words of an API error/]
    ],
    name: "noPoolCoverage"
  },
  {
    asked: "Where are the words about a parameter that is malformed?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["schemas/Faults.ts", /words of an API error/]
    ],
    name: "describeIssue"
  },
  {
    asked: "What orders the lines of a German address?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/formatting/UpstreamCorrections.ts", /German address/]
    ],
    name: "upstreamTemplates"
  },
  {
    asked: "How is a postcode checked?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["schemas/PostcodePatterns.ts", /postcode is checked/]
    ],
    name: "postcodePatterns"
  },
  {
    asked: "Who refuses an address whose postcode is malformed?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/sync/normalize/Rejecting.ts", /postcode is checked/]
    ],
    name: "faultOfPlaces"
  },
  {
    asked: "How large is a bucket, and when is it accepted?",
    path: [
      ["src/draw/README.md", /a draw/i],
      ["src/draw/Sampler.ts", /SipHash|Sampler/]
    ],
    name: "levelOf"
  },
  {
    asked: "How does a bucket get accepted in proportion to its keys?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/draw/Sampler.ts", /bucket/]
    ],
    name: "mayDraw"
  },
  {
    asked: "Where is the console's table of pools?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/console/README.md", /table of the console/],
      ["src/console/pages/pools/PoolsPage.tsx", /pages\/pools\/PoolsPage/]
    ],
    name: "PoolsPage"
  },
  {
    asked: "Where do I add a metric of requests?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/observability/RequestStatistics.ts", /metric/]
    ],
    name: "RequestStatistics"
  },
  {
    asked: "Which kind of evidence outranks which?",
    path: [
      ["ARCHITECTURE.md", /change Doorstep/],
      ["src/address/EvidenceRank.ts", /counts as a home/]
    ],
    name: "evidenceRank"
  },
  {
    asked: "What has to be done for a new setting?",
    path: [
      ["CONTRIBUTING.md", /change Doorstep/],
      ["ARCHITECTURE.md", /table of what to change/],
      ["src/settings/Settings.ts", /a setting/]
    ],
    name: "settingGroups"
  },
  {
    asked: "How large may a file of a source be?",
    path: [
      ["sources/reading/README.md", /of your own/],
      ["sources/reading/Limits.ts", /limits/]
    ],
    name: "defaultLimits"
  }
]

/** Whether a page has a link to another one with these words in the same lines or paragraph. */
const leads = (from: string, to: string, words: RegExp): boolean =>
  read(from)
    .split(/\n\n|\n(?=[|-])/)
    .some((part) => words.test(part.replace(/\s+/g, " ")) && linksOf(from, part).some(({ target }) => target === to))

/** Whether a file defines the name, or a page mentions it. */
const makes = (file: string, name: string): boolean =>
  file.endsWith(".md")
    ? read(file).includes(name)
    : new RegExp(`^(?:export )?(?:const|class|function|interface) ${name}\\b`, "m").test(read(file))

/** The step at which the way to an answer breaks off; undefined if it leads there. */
const brokenAt = ({ name, path }: Question): string | undefined => {
  const [last] = path.at(-1)!
  const broken = path.find(([page, words], at) => !leads(path[at - 1]?.[0] ?? "README.md", page, words))
  if (broken !== undefined) return `no link leads to ${broken[0]} by ${broken[1]}`
  return makes(last, name) ? undefined : `${last} has no ${name}`
}

describe("A reader who knows TypeScript and not this project", () => {
  for (const question of questions) {
    it(`MUST find the answer through links alone: ${question.asked}`, () => assert.isUndefined(brokenAt(question)))
  }

  it("MUST be stopped by a missing link or name", () => {
    const [first] = questions
    assert.strictEqual(brokenAt({ ...first!, name: "noSuchName" }), "src/http/handlers/Failures.ts has no noSuchName")
    assert.match(brokenAt({ ...first!, path: [["src/http/handlers/Failures.ts", /error/]] })!, /^no link leads to/)
    assert.match(
      brokenAt({ ...first!, path: [["ARCHITECTURE.md", /postcode/], ...first!.path.slice(1)] })!,
      /no link leads/
    )
  })
})
