/** Milliseconds since 1970 as the API writes a moment. */
export const instant = (millis: number): string => new Date(millis).toISOString()
