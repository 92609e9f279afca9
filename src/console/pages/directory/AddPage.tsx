import { Button, Grid, Paper, Stack, Text, TextInput } from "@mantine/core"
import { SearchIcon } from "@primer/octicons-react"
import { useMemo } from "react"
import { Link, useLocation } from "wouter"
import type { DirectoryCountry } from "../../../../schemas/admin/Directory.ts"
import { useLiveRuns } from "../../api/live.ts"
import { useDirectory } from "../../api/queries.ts"
import { calendarDay } from "../../format.ts"
import { CountriesMap } from "../../map/CountriesMap.tsx"
import { useAddress } from "../../parts/address.ts"
import { Page } from "../../parts/Page.tsx"
import { useSettledText } from "../../parts/settledText.ts"
import { Empty, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { CountryList } from "./CountryList.tsx"
import { searchCountries } from "./countrySearch.ts"
import { Queue } from "./Queue.tsx"

const words = strings.add

/** A search field with the matching countries, and the map. Enter chooses the first match. */
const Chooser = ({ countries }: { readonly countries: ReadonlyArray<DirectoryCountry> }) => {
  const [, navigate] = useLocation()
  const { adjust, parameters } = useAddress()
  const asked = parameters.get("find") ?? ""
  const [text, setText] = useSettledText(asked, (find) => adjust({ find }))
  const byCode = useMemo(() => new Map(countries.map((country) => [country.country, country])), [countries])
  const found = useMemo(() => searchCountries(asked, [...byCode.keys()]), [asked, byCode])
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper
          component="form"
          onSubmit={(event) => {
            event.preventDefault()
            const [first] = searchCountries(text, [...byCode.keys()])
            if (first !== undefined) navigate(`/add/${first.country}`)
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={words.search}
              placeholder={words.searchHint}
              leftSection={<SearchIcon size={15} aria-hidden />}
              type="search"
              autoComplete="off"
              value={text}
              maxLength={100}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {found.length === 0 ? (
              <Empty
                title={words.noMatch}
                action={
                  <Button component={Link} href="/add-source" variant="default">
                    {words.own}
                  </Button>
                }
              >
                {words.noMatchHint}
              </Empty>
            ) : (
              <CountryList found={found} countries={byCode} />
            )}
          </Stack>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper>
          <CountriesMap countries={byCode} onChoose={(country) => navigate(`/add/${country}`)} />
        </Paper>
      </Grid.Col>
    </Grid>
  )
}

/** Choosing a country, by name in any language or on the map. */
export const AddPage = () => {
  const directory = useDirectory()
  const live = useLiveRuns()
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={directory} lines={10}>
        {({ countries, indexesAt }) => (
          <Stack gap="lg">
            <Queue countries={countries} running={live?.running ?? []} />
            <Chooser countries={countries} />
            {indexesAt !== null && (
              <Text size="xs" c="dimmed" ta="right">
                {words.indexesAt(calendarDay(indexesAt))}
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
