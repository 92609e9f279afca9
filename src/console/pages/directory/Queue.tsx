import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { Link } from "wouter"
import type { DirectoryCountry } from "../../../../schemas/admin/Directory.ts"
import type { RunSummary } from "../../../../schemas/admin/Runs.ts"
import { countryName, integer } from "../../format.ts"
import { RunProgress } from "../../parts/runs.tsx"
import { strings } from "../../strings.ts"

const words = strings.add

type Waiting = Pick<DirectoryCountry, "country" | "place">

/** A country in the queue. */
export const WaitingCountry = ({ country, place }: Waiting) => (
  <Paper data-testid="waiting">
    <Group justify="space-between">
      <Link href={`/add/${country}`} className="plain-link">
        {countryName(country)}
      </Link>
      {place === null ? (
        <Text size="sm" c="dimmed">
          {words.starting}
        </Text>
      ) : (
        <Badge variant="default">{words.waiting(integer(place))}</Badge>
      )}
    </Group>
  </Paper>
)

interface QueueProps {
  readonly running: ReadonlyArray<RunSummary>
  readonly countries: ReadonlyArray<DirectoryCountry>
}

/** What is being added now, and what comes next. */
export const Queue = ({ countries, running }: QueueProps) => {
  const isRunning = new Set(running.map(({ country }) => country))
  const waiting = countries
    .filter(({ country, state }) => state === "adding" && !isRunning.has(country))
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
  if (running.length === 0 && waiting.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label={words.queue}>
      <Title order={2}>{words.queue}</Title>
      {running.map((run) => (
        <RunProgress key={run.id} run={run} />
      ))}
      {waiting.map(({ country, place }) => (
        <WaitingCountry key={country} country={country} place={place} />
      ))}
    </Stack>
  )
}
