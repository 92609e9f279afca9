import { distance } from "./EditDistance.ts"

/** What other APIs, forms and countries call the members of requests. */
const synonyms = Object.entries({
  addressId: "id",
  city: "cityName locality municipality place postTown town village",
  count: "amount limit num number quantity results size",
  country: "alpha2 cc countries countryCode countryCodes iso nat nationality",
  cursor: "after next offset page pageToken",
  district: "borough neighborhood neighbourhood quarter suburb",
  excludeAddressIds: "exclude excludeIds",
  field: "kind level type",
  filters: "filter",
  ip: "ipAddress",
  limit: "count pageSize perPage size",
  options: "option",
  postcode: "cep cp eircode pin pinCode plz postal postalCode zip zipCode",
  q: "address filter keyword query search term text",
  region: "admin1 administrativeArea area canton county department land prefecture province state subdivision",
  requestId: "correlationId traceId",
  seed: "randomSeed",
  targetLocale: "acceptLanguage hl lang language locale target to"
}).map(([member, names]) => [member, names.toLowerCase().split(" ")] as const)
const otherNames: ReadonlySet<string> = new Set(
  synonyms.flatMap(([member, names]) => names.map((name) => `${name} ${member}`))
)

/** Names that somebody means as they are. An endpoint without `count` does not mean `country` by it. */
const words: ReadonlySet<string> = new Set(synonyms.flatMap(([member, names]) => [member.toLowerCase(), ...names]))

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The member that an unknown name probably means: by another word for it, or with a letter or two amiss. */
export const nearMember = (name: string, members: ReadonlyArray<string>): string | undefined => {
  const given = bare(name)
  const far = given.length < 5 ? 1 : 2
  const named = members.find((member) => bare(member) === given || otherNames.has(`${given} ${member}`))
  if (named !== undefined || words.has(given)) return named
  return members
    .map((member) => ({ member, letters: distance(given, bare(member), far) }))
    .filter(({ letters, member }) => letters <= far && member.length > far)
    .sort((one, other) => one.letters - other.letters)[0]?.member
}
