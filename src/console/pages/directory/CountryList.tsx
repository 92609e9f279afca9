import { Box, Text } from "@mantine/core"
import { Link } from "wouter"
import type { DirectoryCountry } from "../../../../schemas/admin/Directory.ts"
import { amount, bytes, countryName, integer } from "../../format.ts"
import { CountryStateBadge } from "../../parts/CountryStateBadge.tsx"
import { strings } from "../../strings.ts"
import type { FoundCountry } from "./countrySearch.ts"

const words = strings.add

/** What a country has, or could have. */
const summaryOf = ({ best, published }: DirectoryCountry): string => {
  if (published > 0) return words.homes(integer(published))
  if (best === null) return words.parts
  const size =
    best.addresses !== null ? words.addresses(amount(best.addresses)) : best.bytes !== null && bytes(best.bytes)
  return size === false ? best.title : `${best.title} · ${size}`
}

interface CountryListProps {
  readonly found: ReadonlyArray<FoundCountry>
  readonly countries: ReadonlyMap<string, DirectoryCountry>
}

/** The countries to choose from. */
export const CountryList = ({ countries, found }: CountryListProps) => (
  <Box className="scroll-list" mah={460} tabIndex={0} role="region" aria-label={words.countries}>
    <ul className="country-list">
      {found.map(({ alsoKnownAs, country }) => {
        const known = countries.get(country)
        return (
          <li key={country}>
            <Link href={`/add/${country}`} className="country-row">
              <span>
                <Text span fw={600}>
                  {countryName(country)}
                </Text>{" "}
                {alsoKnownAs !== undefined && (
                  <Text span size="sm" c="dimmed">
                    {words.alsoKnownAs(alsoKnownAs)}
                  </Text>
                )}
                {known !== undefined && (
                  <Text size="xs" c="dimmed">
                    {summaryOf(known)}
                  </Text>
                )}
              </span>
              {known !== undefined && known.state !== "none" && <CountryStateBadge state={known.state} />}
            </Link>
          </li>
        )
      })}
    </ul>
  </Box>
)
