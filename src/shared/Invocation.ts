/**
 * How whoever reads a text gives a command: by npm's scripts in the checkout, whose modules are TypeScript, and by its name
 * where the package is installed.
 */
export const isInstalled = !import.meta.url.endsWith(".ts")

/** What stands before a command, as in `npx doorstep`. */
export const program = isInstalled ? "npx doorstep" : "npm run doorstep --"

/** A command in full, as in `npx doorstep token list`. */
export const invocation = (command: string): string => `${program} ${command}`

/** What starts the service. */
export const start = isInstalled ? "npx doorstep" : "npm start"

/** What starts the service with flags. */
export const startWith = (flags: string): string => `${start} ${isInstalled ? "serve" : "--"} ${flags}`

/** The text of a `command` in another way of giving it, where it begins with the program's name. */
export const asInvoked = (text: string): string => text.replace(/^doorstep(?= |$)/, program)
