import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import type { Profile } from "../../../schemas/Profile.ts"
import { ProfileCard } from "../../../src/console/pages/try/ProfileCard.tsx"
import { draw } from "../support/Draw.tsx"

const name = { full: "براءة العلاني", first: "براءة", last: "العلاني" }

/** A test person of Egypt, whose language has no job titles. */
const profile: Profile = {
  synthetic: true,
  locale: "ar",
  name: { ...name, latin: { full: "Baraah Al-Lani", first: "Baraah", last: "Al-Lani" } },
  gender: "female",
  dateOfBirth: "1999-12-10",
  age: 26,
  referenceDate: "2025-12-19",
  email: "baraah.allani25@example.net",
  username: "baraah.a165",
  password: "b8?-eW3Str*=jV%C",
  company: "النقاش - بنسلامة",
  paymentCard: { test: true, brand: "unionpay", number: "6200000000000005", expiry: "04/28", cvc: "230" }
}

describe("a test person", () => {
  it("MUST have no job where the language has no job titles, but the company", () => {
    const { container } = draw(<ProfileCard profile={profile} />)
    assert.notInclude(container.textContent, "undefined")
    assert.isNull(screen.queryByText("Job"))
    assert.strictEqual(
      screen.getByText("Born").nextElementSibling?.textContent,
      "Dec 10, 1999 (age 26 on Dec 19, 2025)"
    )
    assert.strictEqual(screen.getByText("Company").nextElementSibling?.textContent, profile.company)
  })

  it("MUST have a job where the language has job titles", () => {
    draw(<ProfileCard profile={{ ...profile, jobTitle: "Teacher" }} />)
    assert.strictEqual(screen.getByText("Job").nextElementSibling?.textContent, "Teacher")
  })
})
