import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { inCapitals } from "../../../schemas/CountryCodes.ts"
import { refuse, reportFailure } from "../Failure.ts"
import { invocation, isInstalled, startWith } from "../../shared/Invocation.ts"
import { linkFolder, scaffold, scaffoldProject } from "../scaffold/Scaffold.ts"
import { optionalText, whether } from "../Flags.ts"

const flags = {
  name: Argument.String("name").pipe(
    Argument.withDescription("Name of the new source, such as my-register, or of a package, such as @acme/my-register")
  ),
  country: Flag.String("country").pipe(
    Flag.withDescription("Country of its addresses (ISO 3166-1 alpha-2 code)"),
    Flag.map(inCapitals),
    Flag.withDefault("US")
  ),
  into: Flag.String("into").pipe(
    Flag.withDescription("The folder in which to create the source's own folder"),
    Flag.withDefault(".")
  ),
  project: Flag.Boolean("project").pipe(
    Flag.withDescription("Create a separate package to publish; required if Doorstep itself is installed as a package"),
    Flag.withDefault(isInstalled)
  ),
  kind: Flag.Literals("kind", ["file", "api"]).pipe(
    Flag.withDescription("What the project reads at first: a file, or a paged API with a key"),
    Flag.withDefault("file" as const)
  ),
  javascript: whether("javascript", "Write a project in JavaScript, with types in comments and no build"),
  license: optionalText("license", "Licence of a project's data, such as CC-BY-4.0"),
  attribution: optionalText("attribution", "The attribution that the publisher requires with each address"),
  homepage: optionalText("homepage", "Where the data are published")
}

/** Options for projects only. */
const forProjects = ["kind", "javascript", "license", "attribution", "homepage"] as const

type Request = Command.Command.Config.Infer<typeof flags>

const say = (lines: ReadonlyArray<string>) => Console.log(lines.join("\n"))

const newProject = Effect.fnUntraced(function* (request: Request) {
  const { files, folder, naming } = yield* scaffoldProject({
    ...request,
    license: Option.getOrUndefined(request.license),
    attribution: Option.getOrUndefined(request.attribution),
    homepage: Option.getOrUndefined(request.homepage)
  })
  yield* say([
    `${folder} contains a working package with made-up rows: ${files.join(", ")}.`,
    "",
    ...(isInstalled ? [] : ["  npm run pack       # makes the package of this Doorstep that the project installs"]),
    `  cd ${folder}`,
    "  npm install",
    "  npm test           # does it keep the laws?",
    "  npm run watch      # shows its records, again after every change",
    `  npm start          # runs Doorstep with it${naming.answers ? `; needs its real URL, and ${naming.key}` : ""}`,
    "",
    `${folder}/README.md says what to change, and how to publish ${naming.packageName}.`
  ])
})

const newFolder = Effect.fnUntraced(function* (request: Request) {
  const given = forProjects.find((flag) => {
    const value = request[flag]
    return Option.isOption(value) ? Option.isSome(value) : value !== "file" && value !== false
  })
  if (given !== undefined) {
    return yield* refuse(`--${given} is for packages only. Add --project.`)
  }
  const { files, folder, module } = yield* scaffold(request)
  yield* say([
    `${folder} contains a working source with made-up rows: ${files.join(", ")}.`,
    "",
    "Check it:",
    `  ${invocation(`properties --source ${module}`)}`,
    "Serve it:",
    `  ${startWith(`--source ${module}`)}`,
    "",
    `${folder}/README.md says what to change; the guide is sources/README.md.`
  ])
})

/** `doorstep source new`: a new source that works at once. */
export const create = Command.make(
  "new",
  flags,
  Effect.fn(function* (request) {
    yield* request.project || isInstalled ? newProject(request) : newFolder(request)
  }, reportFailure)
).pipe(
  Command.withDescription("Create a source of your own: code, example data, tests"),
  Command.withExamples([
    { command: "doorstep source new my-register --country DE", description: "In ./my-register" },
    {
      command: "doorstep source new @acme/register --project --kind api --javascript",
      description: "A separate package, in JavaScript, that reads a paged API"
    }
  ])
)

/** `doorstep source link`: for a source's folder outside of Doorstep's, for example after cloning it. */
export const link = Command.make(
  "link",
  { folder: Argument.String("folder").pipe(Argument.withDescription("The folder of a source of your own")) },
  Effect.fn(function* ({ folder }) {
    const made = yield* linkFolder(folder)
    yield* Console.log(made.length === 0 ? `${folder} already finds Doorstep.` : `Linked: ${made.join(", ")}.`)
  }, reportFailure)
).pipe(Command.withDescription("Let a source in another folder import doorstep and effect"))
