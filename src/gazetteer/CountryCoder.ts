import type * as CountryCoder from "@rapideditor/country-coder"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)
let loaded: typeof CountryCoder | undefined

/**
 * Borders of countries. Loading them takes 5 MB and a tenth of a second, so this happens at the first look-up; a
 * service that only answers requests never needs them.
 */
export const countryCoder = (): typeof CountryCoder =>
  (loaded ??= require("@rapideditor/country-coder") as typeof CountryCoder)
