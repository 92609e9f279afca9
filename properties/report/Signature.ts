import { canonicalJson } from "../../schemas/CanonicalJson.ts"
import { Effect, Schema } from "effect"
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify
} from "node:crypto"

/** The file in a report's directory that contains the signature. */
export const signatureFile = "signature.json"

const Hex = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** What is signed: the SHA-256 of every file of a report, and the time. */
const Signed = Schema.Struct({
  format: Schema.Literal("doorstep-signature"),
  version: Schema.Literal(1),
  signedAt: Schema.String,
  files: Schema.Record(Schema.String, Hex)
})

/** signature.json: what is signed, and the Ed25519 signature of its canonical JSON. */
export const Signature = Schema.Struct({
  signed: Signed,
  algorithm: Schema.Literal("Ed25519"),
  publicKey: Schema.String.annotate({ description: "PEM. It states who claims to have signed, and proves nothing." }),
  signature: Schema.String.annotate({ description: "Base64." })
})
export type Signature = typeof Signature.Type

/** A key cannot be used, or a file differs from what was signed. `file` is at fault. */
export class SignatureRefused extends Schema.TaggedError<SignatureRefused>()("SignatureRefused", {
  file: Schema.String,
  message: Schema.String
}) {}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const ed25519 = (file: string, read: () => KeyObject, what: string) =>
  Effect.try({
    try: read,
    catch: () =>
      new SignatureRefused({ file, message: `${file} is not a ${what} in PEM. Make one with doorstep report keys.` })
  }).pipe(
    Effect.filterOrFail(
      ({ asymmetricKeyType }) => asymmetricKeyType === "ed25519",
      ({ asymmetricKeyType }) =>
        new SignatureRefused({
          file,
          message: `${file} is a key for ${asymmetricKeyType}, but must be one for Ed25519.`
        })
    )
  )

/** A signing key, from PEM as `doorstep report keys` and openssl write it. */
export const privateKey = (file: string, pem: string) => ed25519(file, () => createPrivateKey(pem), "private key")

/** A verification key. */
export const publicKey = (file: string, pem: string) => ed25519(file, () => createPublicKey(pem), "public key")

/** A new key pair, in PEM. */
export const newKeys = (): { readonly privateKey: string; readonly publicKey: string } => {
  const pair = generateKeyPairSync("ed25519")
  return {
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString()
  }
}

/** Files by name. */
export type Files = ReadonlyMap<string, Uint8Array>

/** The public key of a key. */
const pemOf = (key: KeyObject): string =>
  (key.type === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "pem" }).toString()

/** Signs several files together. */
export const signed = (files: Files, key: KeyObject, signedAt: string): Signature => {
  const what = {
    format: "doorstep-signature",
    version: 1,
    signedAt,
    files: Object.fromEntries(Array.from(files, ([name, bytes]) => [name, digest(bytes)]))
  } as const
  return {
    signed: what,
    algorithm: "Ed25519",
    publicKey: pemOf(key),
    signature: sign(null, Buffer.from(canonicalJson(what)), key).toString("base64")
  }
}

/** The text of signature.json. No other spelling is accepted, so that no byte of it can change. */
export const signatureText = (signature: Signature): string => `${JSON.stringify(signature, undefined, 2)}\n`

const refuse = (file: string, message: string) => Effect.fail(new SignatureRefused({ file, message }))

/** Checks files against a signature: every byte, and the key that signed them. */
export const check = Effect.fnUntraced(function* (
  files: Files,
  text: string,
  key: KeyObject,
  /** Whether every signed file must be present, and no other. */
  whole: boolean
) {
  const decoded = Schema.decodeUnknownEffect(Schema.fromJsonString(Signature), { onExcessProperty: "error" })(text)
  const found = yield* Effect.mapError(
    decoded,
    () => new SignatureRefused({ file: signatureFile, message: `${signatureFile} is not a signature of a report.` })
  )
  const isSigned = verify(null, Buffer.from(canonicalJson(found.signed)), key, Buffer.from(found.signature, "base64"))
  if (!isSigned) {
    const same = found.publicKey.trim() === pemOf(key).trim()
    return yield* refuse(
      signatureFile,
      same
        ? `${signatureFile} was changed after it was signed.`
        : `${signatureFile} was not signed with this key. The key that it names is\n${found.publicKey}`
    )
  }
  // Neither the key named in it nor its encoding is part of what is signed.
  const signature = Buffer.from(found.signature, "base64").toString("base64")
  if (signatureText({ ...found, signature, publicKey: pemOf(key) }) !== text) {
    return yield* refuse(signatureFile, `${signatureFile} was changed after it was signed.`)
  }
  for (const [name, bytes] of files) {
    const expected = found.signed.files[name]
    if (expected === undefined) return yield* refuse(name, `${name} is not among the signed files.`)
    if (expected !== digest(bytes)) return yield* refuse(name, `${name} was changed after it was signed.`)
  }
  const gone = Object.keys(found.signed.files).find((name) => !files.has(name))
  if (whole && gone !== undefined) return yield* refuse(gone, `${gone} was signed, but does not exist.`)
  return found.signed
})
