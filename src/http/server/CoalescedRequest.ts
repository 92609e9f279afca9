import { IncomingMessage } from "node:http"

/** Pieces of a body from this many bytes on are passed on as they come. */
const large = 1_024

/** Smaller ones are joined up to this many. */
const joined = 16_384

/**
 * A request whose body takes about as much memory as it has bytes. Node.js makes a buffer of each chunk, which takes some
 * 350 bytes, and the system does not get these back: twenty bodies of 256 KiB in chunks of one byte, from anybody, took
 * two gigabytes and half a minute.
 */
export class CoalescedRequest extends IncomingMessage {
  /** The small pieces since the last one that was passed on, and how many bytes they fill. */
  #small: Buffer | undefined
  #filled = 0
  #hasBegun = false

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    // Nearly every body is a single piece.
    if (piece === null || piece.length >= large || !this.#hasBegun) {
      this.#hasBegun = true
      this.#passOn()
      return super.push(piece, encoding)
    }
    if (this.#filled + piece.length > joined) this.#passOn()
    this.#filled += piece.copy(this.#room(), this.#filled)
    return this.readableLength < this.readableHighWaterMark
  }

  /** What comes together is passed on together, at the end of the turn. */
  #room(): Buffer {
    if (this.#small === undefined) setImmediate(() => this.#passOn())
    return (this.#small ??= Buffer.allocUnsafeSlow(joined))
  }

  #passOn(): void {
    const small = this.#small
    if (small === undefined) return
    const filled = small.subarray(0, this.#filled)
    this.#small = undefined
    this.#filled = 0
    super.push(filled)
  }
}
