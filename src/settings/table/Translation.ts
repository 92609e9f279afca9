import { optional, withDefault } from "../Setting.ts"
import { baseUrl, oneOf, secret } from "../Shapes.ts"

/** The translation provider. */
export const translation = {
  TRANSLATOR: withDefault("TRANSLATOR", {
    sentence: "Who [translates](../http/README.md#translation): `offline`, `deepl`, `google` or `libretranslate`.",
    shape: oneOf(["offline", "deepl", "google", "libretranslate"]),
    default: "offline"
  }),
  TRANSLATOR_KEY: optional("TRANSLATOR_KEY", {
    sentence: "The provider's API key; LibreTranslate may not need one.",
    shape: secret(
      "TRANSLATOR_KEY",
      "a key as the provider shows it: letters, digits and punctuation, no spaces",
      (key) => (/^[\x21-\x7e]+$/.test(key) ? undefined : {})
    ),
    secret: true
  }),
  TRANSLATOR_URL: optional("TRANSLATOR_URL", {
    sentence: "The provider's address, for example of your own LibreTranslate.",
    shape: baseUrl("the address of a server, such as https://translate.example.com"),
    otherwise: "the provider's own",
    example: "https://translate.example.com"
  })
}
