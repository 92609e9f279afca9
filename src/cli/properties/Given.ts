import { Option } from "effect"
import { type Command, Flag } from "effect/cli"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const token = (name: string, description: string) =>
  Flag.Redacted(name).pipe(Flag.withDescription(description), Flag.optional)

/** A whole number, `least` or more. */
const count = (name: string, least: number, unit: string, description: string) =>
  Flag.Int(name).pipe(
    Flag.withDescription(description),
    Flag.filter(
      (given) => given >= least,
      () => `Expected a number of ${unit}, ${least} or more`
    )
  )

/** What a run of the laws is told. */
export const flags = {
  source: Flag.String("source").pipe(
    Flag.withDescription("A module with a source, such as ./my-register/MyRegister.ts; repeatable"),
    Flag.atLeast(0)
  ),
  baseUrl: text("base-url", "Instead of a source: a deployment, such as https://addresses.example.com"),
  token: token("token", "For a deployment: a token of the scope generate, with a limit of thousands a minute"),
  country: text("country", "Only this country (ISO 3166-1 alpha-2 code)").pipe(
    Flag.map(Option.map((code) => code.toUpperCase()))
  ),
  runs: count(
    "runs",
    1,
    "cases",
    "Cases of each law that is tried with chance; 200 of a source, 10 of a deployment"
  ).pipe(Flag.optional),
  requests: count("requests", 500, "requests", "For a deployment: about how many requests a run may make; 20,000").pipe(
    Flag.optional
  ),
  seconds: count("seconds", 5, "seconds", "For a deployment: how long a run may take; 170").pipe(Flag.withDefault(170)),
  readToken: token("read-token", "For a deployment: another token, of the scope read"),
  revokedToken: token("revoked-token", "For a deployment: another token, which was revoked or has expired"),
  limitedToken: token("limited-token", "For a deployment: another token, of a limit up to 600, which is used up"),
  product: text("product", "For a deployment: what was deployed, as the report says it, such as Doorstep 0.1.0"),
  previous: text("previous", "For a deployment: the report.json of an earlier run, whose seeds are asked again"),
  report: text("report", "Write a report into this directory: JSON, JUnit XML, a page and a badge"),
  sign: text("sign", "Sign the report with this Ed25519 private key (PEM), such as `report keys` makes"),
  seed: Flag.Int("seed").pipe(Flag.withDescription("What chance begins with, as a failure names it"), Flag.optional),
  path: text("path", "Which of the seed's cases comes first, as a failure names it; with --only"),
  only: Flag.String("only").pipe(Flag.withDescription("Only laws with this text in them"), Flag.withDefault(""))
}

export type Given = Command.Command.Config.Infer<typeof flags>
