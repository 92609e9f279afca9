import { Console, Effect } from "effect"
import { CliError, CliOutput, type HelpDoc } from "effect/cli"
import { knownSettings } from "../settings/Settings.ts"
import { asInvoked } from "../shared/Invocation.ts"

const settingNames = new Set(knownSettings.map(({ name }) => name))

/** Who tries `--port` means the setting `PORT`, which no help of a command lists. */
const withSetting = (error: CliError.NonShowHelpErrors): CliError.NonShowHelpErrors => {
  if (error._tag !== "UnrecognizedOption") return error
  const name = error.option.replace(/^--/, "").replaceAll("-", "_").toUpperCase()
  const setting = `${name}=…, a setting, in the environment or in .env`
  return settingNames.has(name)
    ? new CliError.UnrecognizedOption({ ...error, suggestions: [setting, ...error.suggestions] })
    : error
}

/** Examples as they are typed here. */
const docAsInvoked = (doc: HelpDoc.HelpDoc): HelpDoc.HelpDoc => ({
  ...doc,
  usage: asInvoked(doc.usage),
  examples: (doc.examples ?? []).map((example) => ({ ...example, command: asInvoked(example.command) }))
})

/**
 * Shows help as commands are typed here. After a wrong invocation, all of it goes to standard error: in
 * `TOKEN=$(doorstep token create …)`, the help would become the token.
 */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    if (event._tag === "Version") return CliOutput.defaultPresenter.present(event)
    const helpDoc = docAsInvoked(event.helpDoc)
    if (event._tag === "Help") return CliOutput.defaultPresenter.present({ ...event, helpDoc })
    return Effect.updateService(
      CliOutput.defaultPresenter.present({ ...event, helpDoc, errors: event.errors.map(withSetting) }),
      Console.Console,
      (console) => ({ ...console, log: console.error })
    )
  }
}
