/**
 * Countries in which each door to the street has a number of its own, those of shops and garages too: in Italy by art. 42
 * of the decree of the president 223/1989.
 */
const countries = new Set(["IT"])

/** Whether house numbers are those of doors, so that a block of flats has some at which nobody lives. */
export const isNumberedByDoor = (country: string): boolean => countries.has(country)
