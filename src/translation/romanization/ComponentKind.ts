/** What a name names, which decides on the words that may stand at its end. */
export type ComponentKind = "street" | "place" | "building"
