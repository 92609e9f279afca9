import { Schema } from "effect"

const text = (description: string, example: string) =>
  Schema.NonEmptyString.annotate({ description, examples: [example] })

export const Gender = Schema.Literals(["female", "male"]).annotate({
  identifier: "Gender",
  description: "The gender that the first name is used for.",
  examples: ["female"]
})
export type Gender = typeof Gender.Type

export const CardBrand = Schema.Literals([
  "visa",
  "mastercard",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay"
]).annotate({
  identifier: "CardBrand",
  description: "Brand of the card.",
  examples: ["visa"]
})
export type CardBrand = typeof CardBrand.Type

const LatinName = Schema.Struct({
  full: text("The full name in Latin letters.", "Roun Gim"),
  first: text("Given name.", "Roun"),
  last: text("Family name.", "Gim")
}).annotate({
  description:
    "The name in Latin letters, by the rules of its language, with the given name first. Names already in Latin letters are unchanged."
})

const ProfileName = Schema.Struct({
  full: text("The full name, in the order of its language.", "김로운"),
  first: text("Given name.", "로운"),
  last: text("Family name.", "김"),
  latin: LatinName
}).annotate({ description: "Name in the country's language and script." })

/** Countries with a range of telephone numbers for fiction. A test compares them with the ranges. */
export const COUNTRIES_WITH_PHONES =
  "AG, AI, AS, AU, BB, BM, BS, CA, CC, CX, DE, DM, DO, FR, GB, GD, GG, GU, IE, IM, JE, JM, KN, KY, LC, MP, MS, PR, SE, SX, TC, TT, US, VC, VG, VI"

const ProfilePhone = Schema.Struct({
  e164: Schema.String.check(Schema.isPattern(/^\+[1-9]\d{6,14}$/u)).annotate({
    description: "The number in E.164.",
    examples: ["+12125550147"]
  }),
  national: text("The number as written and dialled within the country.", "(212) 555-0147")
}).annotate({
  description: `A number from a range that the country's numbering authority reserves for fiction: it reaches nobody. Absent if the authority has published no such range, which is the case for all countries except ${COUNTRIES_WITH_PHONES}.`
})

export const PaymentCard = Schema.Struct({
  test: Schema.Literal(true).annotate({
    description: "Always true: a published test number, declined by live systems."
  }),
  brand: CardBrand,
  number: Schema.String.check(Schema.isPattern(/^\d{13,19}$/u)).annotate({
    description: "Card number that payment providers publish for their sandboxes. It passes the Luhn check.",
    examples: ["4242424242424242"]
  }),
  expiry: Schema.String.check(Schema.isPattern(/^(0[1-9]|1[0-2])[/]\d\d$/u)).annotate({
    description:
      "MM/YY, in the third to sixth year after the profile's `referenceDate`. It does not change with the calendar.",
    examples: ["08/30"]
  }),
  cvc: Schema.String.check(Schema.isPattern(/^\d{3,4}$/u)).annotate({
    description: "Security code: four digits for amex, otherwise three.",
    examples: ["123"]
  })
}).annotate({ identifier: "PaymentCard", description: "A test payment card." })
export type PaymentCard = typeof PaymentCard.Type

const CalendarDate = Schema.String.annotate({ format: "date" }).check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/u))

/** A synthetic person for an address. It depends only on the seed and the address's ID, not on the date. */
export const Profile = Schema.Struct({
  synthetic: Schema.Literal(true).annotate({ description: "Always true: this person does not exist." }),
  locale: text(
    "Locale of the name, job and company: Faker's if it is the country's own or in its language, or one of Doorstep's for countries whose names Faker lacks (`is`, `en_TZ`, `kk`); otherwise `en`.",
    "en_US"
  ),
  name: ProfileName,
  gender: Gender,
  dateOfBirth: CalendarDate.annotate({
    description: "Date of birth, ISO 8601.",
    examples: ["1984-07-16"]
  }),
  age: Schema.Int.check(Schema.isBetween({ minimum: 18, maximum: 90 })).annotate({
    description: "Age in completed years on `referenceDate`."
  }),
  referenceDate: CalendarDate.annotate({
    description:
      "The day from which age and card expiry are counted, ISO 8601. It follows from the seed, so a profile does not change with the calendar.",
    examples: ["2026-04-18"]
  }),
  email: Schema.String.check(Schema.isPattern(/^[a-z0-9.]+@example\.(com|net|org)$/u)).annotate({
    description: "E-mail address at a domain that RFC 2606 reserves for examples.",
    examples: ["maria.gonzalez84@example.com"]
  }),
  phone: Schema.optionalKey(ProfilePhone),
  username: Schema.String.check(Schema.isPattern(/^[a-z0-9._]+$/u)).annotate({
    description: "User name in ASCII.",
    examples: ["mariag842"]
  }),
  password: Schema.String.check(Schema.isBetweenLength(16, 16)).annotate({
    description:
      "A random password with lower-case and upper-case letters, digits and symbols. Reproducible, so not a secret.",
    examples: ["x7Kq!mZ2vR-w9Tpe"]
  }),
  jobTitle: Schema.optionalKey(
    text("Job title in the profile's language; absent if none is known.", "Senior Security Engineer")
  ),
  company: text("Name of an invented employer. It may coincide with a real one.", "Hauck and Sons"),
  paymentCard: PaymentCard
}).annotate({
  identifier: "Profile",
  description:
    "A synthetic person that fits the address's country and language. The same seed and address give the same person on any day."
})
export type Profile = typeof Profile.Type
