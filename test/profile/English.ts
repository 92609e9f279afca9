import { faker } from "@faker-js/faker/locale/en"

const person = faker.rawDefinitions.person

/** Words that only an English job title has: those that Faker makes its own of, but for what is a word elsewhere, too. */
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
