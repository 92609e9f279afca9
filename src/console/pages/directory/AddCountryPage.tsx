import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core"
import { AlertIcon, CheckCircleIcon, LocationIcon } from "@primer/octicons-react"
import { Link } from "wouter"
import type { CountryDirectory } from "../../../../schemas/admin/Directory.ts"
import { useLiveRuns } from "../../api/live.ts"
import { useCountryDirectory } from "../../api/queries.ts"
import { countryName, integer } from "../../format.ts"
import { CountryStateBadge } from "../../parts/CountryStateBadge.tsx"
import { isMissing, Missing } from "../../parts/Missing.tsx"
import { Page } from "../../parts/Page.tsx"
import { RunProgress } from "../../parts/runs.tsx"
import { Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { ChooseSource } from "./ChooseSource.tsx"
import { HomeThere } from "./HomeThere.tsx"
import { WaitingCountry } from "./Queue.tsx"

const words = strings.add

const Ready = ({ directory }: { readonly directory: CountryDirectory }) => {
  const { country, published } = directory
  return (
    <>
      <Alert
        color="door"
        variant="light"
        icon={<CheckCircleIcon />}
        title={words.ready(countryName(country), integer(published))}
        data-testid="ready"
      >
        <Group gap="xs">
          <Button component={Link} href={`/pools/${country}`} size="xs" variant="default">
            {words.pool}
          </Button>
          <Button
            component={Link}
            href={`/try?country=${country}`}
            size="xs"
            variant="default"
            leftSection={<LocationIcon size={14} aria-hidden />}
          >
            {words.tryIt}
          </Button>
        </Group>
      </Alert>
      <HomeThere country={country} />
    </>
  )
}

const Attention = ({ attention, directory }: { readonly attention: string; readonly directory: CountryDirectory }) => {
  const run = directory.sources
    .flatMap(({ lastRun }) => lastRun ?? [])
    .find(({ outcome }) => outcome !== "published" && outcome !== "unchanged")
  return (
    <Alert color="orange" variant="light" icon={<AlertIcon />} title={words.attention} data-testid="attention">
      <Text>{attention}</Text>
      {run !== undefined && (
        <Anchor component={Link} href={`/runs/${run.id}`} inherit underline="always">
          {words.lastRun}
        </Anchor>
      )}
    </Alert>
  )
}

/** What is going on, what its result was, and what can be done. */
const Country = ({ directory }: { readonly directory: CountryDirectory }) => {
  const { attention, country, place, published, state } = directory
  const running = useLiveRuns()?.running.filter((run) => run.country === country) ?? []
  const isAdding = state === "adding" || running.length > 0
  return (
    <Stack gap="md">
      {running.map((run) => (
        <RunProgress key={run.id} run={run} />
      ))}
      {isAdding && running.length === 0 && <WaitingCountry country={country} place={place} />}
      {attention !== null && !isAdding && <Attention attention={attention} directory={directory} />}
      {published > 0 && <Ready directory={directory} />}
      {!isAdding && <ChooseSource key={country} directory={directory} />}
    </Stack>
  )
}

/** A country: which open data covers its homes, and one button that adds it. */
export const AddCountryPage = ({ country }: { readonly country: string }) => {
  const directory = useCountryDirectory(country)
  if (directory.data === undefined && isMissing(directory.error)) {
    return (
      <Missing title={words.missing.title} href="/add-source" back={words.own}>
        {words.missing.hint(countryName(country))}
      </Missing>
    )
  }
  return (
    <Page
      title={countryName(country)}
      description={
        <Anchor component={Link} href="/add" inherit>
          {words.back}
        </Anchor>
      }
      actions={directory.data !== undefined && <CountryStateBadge state={directory.data.state} />}
    >
      <Loaded query={directory} lines={8}>
        {(directory) => <Country directory={directory} />}
      </Loaded>
    </Page>
  )
}
