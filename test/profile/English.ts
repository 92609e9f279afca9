import { faker } from "@faker-js/faker/locale/en"

const person = faker.rawDefinitions.person

/**
 * Words that only occur in English job titles: the parts that Faker makes them from, except those that are words in
 * other languages too.
 */
export const english = new RegExp(
  `(?<!\\p{L})(${[
    ...(person?.job_area ?? []),
    ...(person?.job_descriptor ?? []),
    "Engineer",
    "Developer",
    "Officer",
    "Specialist"
  ]
    .filter((word) => !["Marketing", "Principal", "Senior", "Global", "Regional"].includes(word))
    .join("|")})(?!\\p{L})`,
  "u"
)
