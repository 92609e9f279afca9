export const downloadAgain = "Download the file again."

/** What a file holds that it must not: what is wrong, without a full stop, and what the operator can do about it. */
export class FileFault extends RangeError {
  readonly advice: string

  constructor(reason: string, advice = downloadAgain) {
    super(reason)
    this.advice = advice
  }
}

/** Advice for blocks that are larger than those that programs for this format write. */
export const smallerBlocks = `Rewrite it with "osmium cat", which makes smaller blocks.`

/** Makes an extract of a map in another format, whose objects may be in any order. */
export const conversion = "osmium sort map.o5m -o map.osm.pbf"
