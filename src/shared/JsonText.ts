/** For `JSON.stringify`, which refuses bigints: writes them as strings of their digits. */
export const bigintsAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)
