import { Result } from "effect"
import { optional, quotedUrl, type Shape, withDefault } from "../Setting.ts"
import { oneOf, secret, textLike } from "../Shapes.ts"

const isHttp = (url: string): boolean => URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol)

const headers: Shape<Readonly<Record<string, string>>> = {
  allowed: "headers such as authorization=secret, comma-separated",
  unset: undefined,
  parse: (text) => {
    const entries: Array<readonly [string, string]> = []
    for (const part of text.split(",")) {
      if (part.trim() === "") continue
      const [, name, value] = /^\s*([!#$%&'*+\-.^_`|~\w]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(part) ?? []
      if (name === undefined || value === undefined) return Result.fail({})
      entries.push([name, value])
    }
    return Result.succeed(Object.fromEntries(entries))
  }
}

/** The default for commands other than `serve`: their users want the result, and what went wrong. */
export const levelOfCommands = "Warn"

/** What the service reports about its own state, and to whom. */
export const observability = {
  METRICS: withDefault("METRICS", {
    sentence: "Who may read `/metrics`: `protected` (anyone with a token or signed in), `open` or `off`.",
    shape: oneOf(["protected", "open", "off"], "protected: anyone with a token or signed in."),
    default: "protected"
  }),
  METRICS_TOKEN: optional("METRICS_TOKEN", {
    sentence: "A token that reads `/metrics` and nothing else.",
    shape: secret(
      "METRICS_TOKEN",
      "a token",
      (token) =>
        /^[\x21-\x7e]{16,}$/.test(token)
          ? undefined
          : { sentence: "must have at least 16 visible ASCII characters, without spaces" },
      { hint: "Generate one: openssl rand -hex 32." }
    ),
    secret: true
  }),
  OTLP_ENDPOINT: optional("OTLP_ENDPOINT", {
    sentence: "The OpenTelemetry collector that receives traces, metrics and logs.",
    shape: {
      ...textLike(isHttp, { allowed: "the address of an OpenTelemetry collector, such as http://127.0.0.1:4318" }),
      show: quotedUrl
    },
    example: "http://127.0.0.1:4318"
  }),
  OTLP_HEADERS: optional("OTLP_HEADERS", {
    sentence: "Headers sent to the collector, `name=value`, comma-separated.",
    shape: headers,
    example: "authorization=secret",
    secret: true
  }),
  LOG_LEVEL: withDefault("LOG_LEVEL", {
    sentence: `The lowest level that is logged to standard error. The default for commands other than \`serve\` is \`${levelOfCommands}\`.`,
    shape: oneOf(["All", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"]),
    default: "Info"
  }),
  LOG_FORMAT: withDefault("LOG_FORMAT", {
    sentence: "Log format: `logfmt` or `json`.",
    shape: oneOf(["logfmt", "json"]),
    default: "logfmt"
  })
}
