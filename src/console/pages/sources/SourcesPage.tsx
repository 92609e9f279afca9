import { Anchor, Badge, Button, Group, Paper, Stack, Table, Text, Title } from "@mantine/core"
import { PlusIcon } from "@primer/octicons-react"
import { Link } from "wouter"
import type { Source } from "../../../../schemas/admin/Sources.ts"
import { useLiveRuns } from "../../api/live.ts"
import { useSources } from "../../api/queries.ts"
import { countryName, integer } from "../../format.ts"
import { AddCountryButton } from "../../parts/AddCountryButton.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { LongList } from "../../parts/LongList.tsx"
import { Page } from "../../parts/Page.tsx"
import { OutcomeBadge, RunProgress } from "../../parts/runs.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"
import { DownloadsCard } from "../downloads/DownloadsCard.tsx"
import { RunHistory } from "../runs/RunHistory.tsx"
import { RunNow } from "../runs/RunNow.tsx"

const words = strings.sources

/** If there are more countries than this, only their number is shown. */
const MOST_NAMES = 3

const countriesOf = (countries: ReadonlyArray<string>): string =>
  countries.length > MOST_NAMES
    ? words.countryCount(integer(countries.length))
    : countries.map((code) => countryName(code)).join(", ")

const isDoubted = ({ standings }: Source): boolean => standings.some(({ verdict }) => verdict !== "good")

const LastRun = ({ source }: { readonly source: Source }) => {
  const last = source.lastRuns.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))[0]
  return last === undefined ? (
    <Text size="sm" c="dimmed">
      {words.neverRun}
    </Text>
  ) : (
    <Group gap="xs" wrap="nowrap">
      <OutcomeBadge run={last} />
      <Time at={last.startedAt} />
    </Group>
  )
}

const SourceRow = ({ isRunning, source }: { readonly source: Source; readonly isRunning: boolean }) => (
  <Table.Tr>
    <Table.Th scope="row" fw={500} className="cell-text" miw={120}>
      <Anchor component={Link} href={`/sources/${encodeURIComponent(source.name)}`} inherit>
        {source.name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {source.type ?? words.builtIn}
      </Text>
    </Table.Th>
    <Table.Td>
      {source.fault !== null ? (
        <Badge variant="light" color="red">
          {words.faulty}
        </Badge>
      ) : (
        <Badge variant="light" color={!source.enabled ? "gray" : isDoubted(source) ? "orange" : "door"}>
          {!source.enabled ? words.disabled : isDoubted(source) ? strings.results.attention : words.enabled}
        </Badge>
      )}
    </Table.Td>
    <Table.Td>{source.manifest === null ? "" : countriesOf(source.manifest.countries)}</Table.Td>
    <Table.Td>
      <LastRun source={source} />
    </Table.Td>
    <Table.Td>
      {source.schedule === null || !source.schedule.enabled ? (
        <Text size="sm" c="dimmed">
          {words.byHand}
        </Text>
      ) : source.schedule.nextAt === null ? (
        source.schedule.cron
      ) : (
        <Time at={source.schedule.nextAt} />
      )}
    </Table.Td>
    <Table.Td className="cell-text">{source.manifest?.license}</Table.Td>
    <Table.Td>
      <RunNow source={source} isRunning={isRunning} compact />
    </Table.Td>
  </Table.Tr>
)

/** Where addresses come from, and what is running. */
export const SourcesPage = () => {
  const sources = useSources()
  const live = useLiveRuns()
  const running = live?.running ?? []
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <>
          <Button component={Link} href="/add-source" variant="default" leftSection={<PlusIcon size={16} />}>
            {words.add}
          </Button>
          <AddCountryButton />
        </>
      }
    >
      <Stack gap="md">
        {running.map((run) => (
          <RunProgress key={run.id} run={run} />
        ))}
        <Paper>
          <Loaded query={sources}>
            {({ sources }) =>
              sources.length === 0 ? (
                <Empty title={words.none} action={<AddCountryButton />}>
                  {words.noneHint}
                </Empty>
              ) : (
                <LongList all={sources} nameOf={({ name }) => name}>
                  {(sources) => (
                    <DataTable
                      minWidth={960}
                      highlight
                      headings={[
                        words.source,
                        words.state,
                        words.countries,
                        words.lastRun,
                        words.nextRun,
                        words.license,
                        null
                      ]}
                    >
                      {sources.map((source) => (
                        <SourceRow
                          key={source.name}
                          source={source}
                          isRunning={running.some((run) => run.source === source.name)}
                        />
                      ))}
                    </DataTable>
                  )}
                </LongList>
              )
            }
          </Loaded>
        </Paper>
        <Paper>
          <Title order={2} mb="sm">
            {strings.runs.history}
          </Title>
          <RunHistory />
        </Paper>
        <DownloadsCard />
      </Stack>
    </Page>
  )
}
