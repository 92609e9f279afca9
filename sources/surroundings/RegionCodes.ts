import { iso31662 } from "iso-3166"
import { onFirstUse } from "../../schemas/Memoized.ts"

const codes = onFirstUse((): ReadonlySet<string> => new Set(iso31662.map(({ code }) => code)))

/** Whether ISO 3166-2 lists the code, such as `US-CA`. */
export const isRegionCode = (code: string): boolean => codes().has(code)
