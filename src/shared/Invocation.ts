/**
 * How the reader of a text runs a command: with npm scripts in the checkout, whose modules are TypeScript, and by name
 * where the package is installed.
 */
export const isInstalled = !import.meta.url.endsWith(".ts")

/** The beginning of a command, as in `npx doorstep`. */
export const program = isInstalled ? "npx doorstep" : "npm run doorstep --"

/** A complete command, as in `npx doorstep token list`. */
export const invocation = (command: string): string => `${program} ${command}`

/** The command that starts the service. */
export const start = isInstalled ? "npx doorstep" : "npm start"

/** The command that starts the service with flags. */
export const startWith = (flags: string): string => `${start} ${isInstalled ? "serve" : "--"} ${flags}`

/** The module of a source that `source new my-register` makes: beside the package in a package, with its code in `src/`. */
export const newModule = isInstalled ? "./my-register/src/MyRegister.ts" : "./my-register/MyRegister.ts"

/** A `command` as the reader runs it, if the text begins with the program's name, or with settings before it. */
export const asInvoked = (text: string): string =>
  text.replace(/^((?:[A-Z_]+=\S* )*)doorstep(?= |$)/, (_, settings: string) => settings + program)
