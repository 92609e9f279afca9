/**
 * The key with the smallest SipHash-2-4, as a WebAssembly function: draws by text rank up to hundreds of thousands of keys,
 * and WebAssembly has the 64-bit integers that JavaScript's engines only have on the heap. SipHash.ts defines the function;
 * a property holds this one to it.
 *
 * The module is put together here, instruction by instruction, from the core specification's binary format
 * (webassembly.github.io/spec/core/binary): 14 instructions that it needs, against a compiler to install.
 */

type Code = ReadonlyArray<number>

/** Signed LEB128. */
const signed = (value: bigint): Code => {
  const bytes: Array<number> = []
  for (let rest = value; ;) {
    const byte = Number(rest & 0x7fn)
    rest >>= 7n
    if ((rest === 0n && (byte & 0x40) === 0) || (rest === -1n && (byte & 0x40) !== 0)) return [...bytes, byte]
    bytes.push(byte | 0x80)
  }
}

/** Unsigned LEB128. */
const unsigned = (value: number): Code => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)])

const [i32, i64] = [0x7f, 0x7e]

// Parameters, then locals.
const [end, s0, s1, s2, s3, at, v0, v1, v2, v3, word, least, best] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

const get = (local: number): Code => [0x20, local]
const set = (local: number, value: Code): Code => [...value, 0x21, local]
const long = (value: bigint): Code => [0x42, ...signed(BigInt.asIntN(64, value))]
const int = (value: number): Code => [0x41, ...signed(BigInt(value))]
const add = (a: Code, b: Code): Code => [...a, ...b, 0x7c]
const xor = (a: Code, b: Code): Code => [...a, ...b, 0x85]
const rotated = (a: Code, bits: bigint): Code => [...a, ...long(bits), 0x89]

/** `a += b; c = rotl(c, bits) ^ a`, of which a round of SipHash has four. */
const half = (a: number, b: number, c: number, bits: bigint): Code => [
  ...set(a, add(get(a), get(b))),
  ...set(c, xor(rotated(get(c), bits), get(a)))
]

const round: Code = [
  ...half(v0, v1, v1, 13n),
  ...set(v0, rotated(get(v0), 32n)),
  ...half(v2, v3, v3, 16n),
  ...half(v0, v3, v3, 21n),
  ...half(v2, v1, v1, 17n),
  ...set(v2, rotated(get(v2), 32n))
]

/** The last word of a message of 16 bytes. */
const lengthWord = 16n << 56n

const [loop, when, nothing, over] = [0x03, 0x04, 0x40, 0x0b] as const
const isBelow = (a: Code, b: Code): Code => [...a, ...b, 0x54] // i64.lt_u
const isNegative = (a: Code): Code => [...a, ...int(0), 0x48] // i32.lt_s
const loaded = (address: Code): Code => [...address, 0x29, 3, 0] // i64.load

const body: Code = [
  ...set(best, int(-1)),
  ...set(least, long(-1n)),
  loop,
  nothing,
  ...set(v0, get(s0)),
  ...set(v1, get(s1)),
  ...set(v2, get(s2)),
  // Words of keys lie upper half first.
  ...set(word, rotated(loaded(get(at)), 32n)),
  ...set(v3, xor(get(s3), get(word))),
  ...round,
  ...round,
  ...set(v0, xor(get(v0), get(word))),
  ...set(v3, xor(get(v3), long(lengthWord))),
  ...round,
  ...round,
  ...set(v0, xor(get(v0), long(lengthWord))),
  ...set(v2, xor(get(v2), long(0xffn))),
  ...round,
  ...round,
  ...round,
  ...round,
  ...set(word, xor(xor(get(v0), get(v1)), xor(get(v2), get(v3)))),
  // The hash is less, or the first: i32.or.
  ...isBelow(get(word), get(least)),
  ...isNegative(get(best)),
  0x72,
  when,
  nothing,
  ...set(least, get(word)),
  ...set(best, get(at)),
  over,
  // On to the next key, while there is one: i32.add, i32.lt_u, br_if.
  ...set(at, get(at).concat(int(8), 0x6a)),
  ...get(at),
  ...get(end),
  0x49,
  0x0d,
  0,
  over,
  ...get(best),
  over
]

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content]
const named = (name: string): Code => [name.length, ...Buffer.from(name)]

/** Locals beside the parameters: `at`; v0 … v3, `word` and `least`; `best`. */
const locals: Code = [3, 1, i32, 6, i64, 1, i32]
const code: Code = [...locals, ...body]

/** The format, and its version 1. */
const magic: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

const bytes = Uint8Array.from([
  ...magic,
  ...section(1, [1, 0x60, 5, i32, i64, i64, i64, i64, 1, i32]),
  ...section(3, [1, 0]),
  ...section(5, [1, 0, 1]),
  ...section(7, [2, ...named("memory"), 2, 0, ...named("least"), 0, 0]),
  ...section(10, [1, ...unsigned(code.length), ...code])
])

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
  readonly least: (end: number, s0: bigint, s1: bigint, s2: bigint, s3: bigint) => number
}

/** What is used of it here: its types come with those of browsers only. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: unknown }
  }
}

const kernel = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Kernel

const page = 65_536

/**
 * Index of the key with the smallest hash; of equals the first. `state`: SipHash after the first word of the message, its
 * four numbers as pairs of words, the lower one first. There must be a key.
 */
export const indexOfLeast = (state: Int32Array, keys: Uint32Array): number => {
  const missing = keys.byteLength - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / page))
  new Uint32Array(kernel.memory.buffer, 0, keys.length).set(keys)
  const at = (i: number) => BigInt.asIntN(64, (BigInt(state[i + 1]!) << 32n) | BigInt(state[i]! >>> 0))
  return kernel.least(keys.byteLength, at(0), at(2), at(4), at(6)) >>> 3
}
