import { Option } from "effect"
import { type Command, Flag } from "effect/cli"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** What a run of the laws is told. */
export const flags = {
  source: Flag.String("source").pipe(
    Flag.withDescription("A module with a source, such as ./my-register/MyRegister.ts; repeatable"),
    Flag.atLeast(0)
  ),
  baseUrl: text("base-url", "Instead of a source: a deployment, such as https://addresses.example.com"),
  token: Flag.Redacted("token").pipe(
    Flag.withDescription("For a deployment: a token of the scope generate, with a limit of thousands a minute"),
    Flag.optional
  ),
  country: text("country", "Only this country (ISO 3166-1 alpha-2 code)").pipe(
    Flag.map(Option.map((code) => code.toUpperCase()))
  ),
  runs: Flag.Int("runs").pipe(
    Flag.withDescription("Cases of each law that is tried with chance; 200 of a source, 10 of a deployment"),
    Flag.filter(
      (runs) => runs > 0,
      () => "Expected a number of cases, 1 or more"
    ),
    Flag.optional
  ),
  seed: Flag.Int("seed").pipe(Flag.withDescription("What chance begins with, as a failure names it"), Flag.optional),
  path: text("path", "Which of the seed's cases comes first, as a failure names it; with --only"),
  only: Flag.String("only").pipe(Flag.withDescription("Only laws with this text in them"), Flag.withDefault(""))
}

export type Given = Command.Command.Config.Infer<typeof flags>
