import type * as CountryCoder from "@rapideditor/country-coder"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)
let loaded: typeof CountryCoder | undefined

/** Borders of countries. They take 5 MB and a tenth of a second to load, which who only answers does without. */
export const countryCoder = (): typeof CountryCoder =>
  (loaded ??= require("@rapideditor/country-coder") as typeof CountryCoder)
