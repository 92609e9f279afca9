import type { CardBrand } from "../../schemas/Profile.ts"

/**
 * Numbers that payment providers publish for their sandboxes. They pass the Luhn check and a form's validation, belong to
 * nobody, and are declined by live systems. Stripe, "Testing" (https://docs.stripe.com/testing); the numbers marked P are
 * PayPal's (https://developer.paypal.com/tools/sandbox/card-testing/).
 */
export const testCards: ReadonlyArray<{ readonly brand: CardBrand; readonly number: string }> = [
  { brand: "visa", number: "4242424242424242" },
  { brand: "visa", number: "4012888888881881" },
  { brand: "visa", number: "4111111111111111" }, // P
  { brand: "visa", number: "4000056655665556" },
  { brand: "mastercard", number: "5555555555554444" },
  { brand: "mastercard", number: "2223003122003222" },
  { brand: "mastercard", number: "5200828282828210" },
  { brand: "mastercard", number: "5105105105105100" },
  { brand: "amex", number: "378282246310005" },
  { brand: "amex", number: "371449635398431" },
  { brand: "discover", number: "6011111111111117" },
  { brand: "discover", number: "6011000990139424" },
  { brand: "diners", number: "3056930009020004" },
  { brand: "diners", number: "36227206271667" },
  { brand: "jcb", number: "3566002020360505" },
  { brand: "unionpay", number: "6200000000000005" }
]
