import type * as CountryCoder from "@rapideditor/country-coder"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)
let loaded: typeof CountryCoder | undefined

/** The borders of countries. They take 5 MB and a tenth of a second to load, which a service that only answers does without. */
export const countryCoder = (): typeof CountryCoder =>
  (loaded ??= require("@rapideditor/country-coder") as typeof CountryCoder)
