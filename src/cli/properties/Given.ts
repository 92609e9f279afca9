import { Option } from "effect"
import { type Command, Flag } from "effect/cli"
import { inCapitals } from "../../../schemas/CountryCodes.ts"
import { wholeNumber } from "../Numbers.ts"
import { optionalText } from "../Flags.ts"
import { newModule } from "../../shared/Invocation.ts"

const token = (name: string, description: string) =>
  Flag.Redacted(name).pipe(Flag.withDescription(description), Flag.optional)

/** A whole number, `least` or more. */
const count = (name: string, least: number, unit: string, description: string) =>
  wholeNumber(name, { what: `a number of ${unit}`, least }).pipe(Flag.withDescription(description))

/** The options of a run. */
export const flags = {
  source: Flag.String("source").pipe(
    Flag.withDescription(`A module with a source, such as ${newModule}; repeatable`),
    Flag.atLeast(0)
  ),
  baseUrl: optionalText("base-url", "Test a deployment instead of a source, such as https://addresses.example.com"),
  token: token(
    "token",
    "For a deployment: a token with the scope generate, and a limit of thousands of requests per minute"
  ),
  country: optionalText("country", "Only this country (ISO 3166-1 alpha-2 code)").pipe(
    Flag.map(Option.map(inCapitals))
  ),
  runs: count(
    "runs",
    1,
    "cases",
    "Cases of each randomized law; by default 200 for a source, 10 for a deployment"
  ).pipe(Flag.optional),
  requests: count(
    "requests",
    500,
    "requests",
    "For a deployment: about how many requests a run may send; by default 20,000"
  ).pipe(Flag.optional),
  seconds: count("seconds", 5, "seconds", "For a deployment: how long a run may take; by default 170").pipe(
    Flag.withDefault(170)
  ),
  readToken: token("read-token", "For a deployment: another token, with the scope read"),
  revokedToken: token("revoked-token", "For a deployment: another token, revoked or expired"),
  limitedToken: token(
    "limited-token",
    "For a deployment: another token, with a limit of up to 600 requests per minute, which the run uses up"
  ),
  product: optionalText("product", "For a deployment: the product named in the report, such as Doorstep 0.1.0"),
  previous: optionalText(
    "previous",
    "For a deployment: the report.json of an earlier run, whose seeds are requested again"
  ),
  report: optionalText("report", "Write a report into this folder: JSON, JUnit XML, a page and a badge"),
  sign: optionalText("sign", "Sign the report with this Ed25519 private key (PEM), such as one made by `report keys`"),
  seed: wholeNumber("seed", { what: "a whole number" }).pipe(
    Flag.withDescription("The random seed, as printed with a failure"),
    Flag.optional
  ),
  path: optionalText("path", "Which of the seed's cases comes first, as printed with a failure; with --only"),
  only: Flag.String("only").pipe(Flag.withDescription("Only laws that contain this text"), Flag.withDefault(""))
}

export type Given = Command.Command.Config.Infer<typeof flags>
