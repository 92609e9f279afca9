import { ReleaseRefused } from "./Refused.ts"

const heading = /^## Unreleased[ \t]*$/m

/** The section of CHANGELOG.md about the next version. */
export const unreleased = (changelog: string): string => {
  const found = heading.exec(changelog)
  if (found === null) {
    throw new ReleaseRefused({ message: 'CHANGELOG.md has no section "## Unreleased". Say there what is new.' })
  }
  const rest = changelog.slice(found.index + found[0].length)
  const end = rest.search(/^## /m)
  const section = (end === -1 ? rest : rest.slice(0, end)).trim()
  if (!/^[-*] \S/m.test(section)) {
    throw new ReleaseRefused({
      message: 'The section "## Unreleased" of CHANGELOG.md has no entries. Say there what is new.'
    })
  }
  return section
}

/** Whether the section has the heading that users must read when they upgrade. */
export const tellsOfBreaking = (section: string): boolean => /^### Changed\b/m.test(section)

/** Gives the section its version and date, and puts an empty one above it. */
export const dated = (changelog: string, version: string, day: string): string =>
  changelog.replace(heading, `## Unreleased\n\n## ${version} (${day})`)
