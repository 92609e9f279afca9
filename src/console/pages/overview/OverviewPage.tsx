import { Alert, Anchor, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core"
import { AlertIcon, CheckCircleIcon } from "@primer/octicons-react"
import { Link } from "wouter"
import type { Activity as ActivityOfHour, Overview } from "../../../../schemas/admin/Overview.ts"
import { useLiveRuns } from "../../api/live.ts"
import { useActivity, useOverview } from "../../api/queries.ts"
import { Chart } from "../../charts/Chart.tsx"
import { clock, countryName, decimal, integer } from "../../format.ts"
import { AddCountryButton } from "../../parts/AddCountryButton.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { Page } from "../../parts/Page.tsx"
import { OutcomeBadge, RunProgress } from "../../parts/runs.tsx"
import { Stat } from "../../parts/Stat.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"
import { NextSteps } from "./NextSteps.tsx"
import { Problems } from "./Problems.tsx"
import { ReadServers } from "./ReadServers.tsx"

const words = strings.overview

/** Problems other than those that keep countries from being ready. */
const others = ({ notReady, problems }: Overview) =>
  problems.filter(({ message, path }) => !notReady.some((one) => one.path === path && one.message === message))

const titleOf = ({ notReady }: Overview, problems: Overview["problems"]): string =>
  [
    ...(notReady.length === 0 ? [] : [strings.results.notReadyTitle(notReady.length, integer(notReady.length))]),
    ...(problems.length === 0 ? [] : [words.problems(problems.length, integer(problems.length))])
  ].join(", ")

const Health = ({ overview }: { readonly overview: Overview }) => {
  const problems = others(overview)
  return problems.length === 0 && overview.healthy ? (
    <Alert color="door" variant="light" icon={<CheckCircleIcon />} py="xs">
      <strong>{words.healthy}.</strong> {words.healthyHint}
    </Alert>
  ) : (
    <Alert color="orange" variant="light" icon={<AlertIcon />} title={titleOf(overview, problems)}>
      <Problems problems={[...overview.notReady, ...problems]} />
    </Alert>
  )
}

const Figures = ({ overview }: { readonly overview: Overview }) => {
  const { coverage, pools } = overview
  return (
    <SimpleGrid cols={{ base: 2, md: 3, lg: 5 }} spacing="md">
      <Stat label={words.homes} value={integer(pools.residential)} hint={words.records(integer(pools.total))} />
      <Stat
        label={words.countries}
        value={`${integer(pools.ready)} / ${integer(pools.countries)}`}
        hint={words.countriesHint}
      />
      <Stat
        label={words.coverage}
        value={`${integer(coverage.complete)} / ${integer(pools.countries)}`}
        hint={words.coverageHint}
      />
      <Stat label={words.draws} value={decimal(overview.drawsPerMinute)} hint={words.perMinute} />
      <Stat label={words.errors} value={decimal(overview.errorsPerMinute)} hint={words.perMinute} />
    </SimpleGrid>
  )
}

const sumOf = (points: ActivityOfHour["points"], counted: "draws" | "requests"): number =>
  points.reduce((total, point) => total + point[counted], 0)

/** Requests minute by minute. One of them may draw thousands of homes, so homes are only counted. */
const Activity = () => {
  const activity = useActivity()
  const points = activity.data?.points ?? []
  const totals = words.activityTotals(integer(sumOf(points, "requests")), integer(sumOf(points, "draws")))
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.activity}</Title>
        {activity.data !== undefined && (
          <Text size="sm" c="dimmed">
            {totals}
          </Text>
        )}
      </Group>
      <Loaded query={activity}>
        {({ points }) =>
          sumOf(points, "requests") === 0 ? (
            <Empty title={words.quiet}>{words.quietHint}</Empty>
          ) : (
            <Chart
              height={280}
              label={words.activityLabel(totals)}
              data={points.map(({ at, clientErrors, requests, serverErrors }) => ({
                label: clock(at),
                [words.seriesAnswered]: requests - clientErrors - serverErrors,
                [words.seriesClient]: clientErrors,
                [words.seriesServer]: serverErrors
              }))}
              series={[
                { name: words.seriesAnswered, color: "door.6" },
                { name: words.seriesClient, color: "yellow.6" },
                { name: words.seriesServer, color: "red.7" }
              ]}
            />
          )
        }
      </Loaded>
    </Paper>
  )
}

/** As many as fit beside the chart. */
const shownRuns = 6

const Recent = ({ runs }: { readonly runs: Overview["recent"] }) => (
  <Paper>
    <Group justify="space-between" mb="sm">
      <Title order={2}>{words.recent}</Title>
      {runs.length > 0 && (
        <Anchor component={Link} href="/sources" size="sm">
          {words.allRuns}
        </Anchor>
      )}
    </Group>
    {runs.length === 0 ? (
      <Empty title={words.noRuns} action={<AddCountryButton />}>
        {words.noRunsHint}
      </Empty>
    ) : (
      <DataTable
        minWidth={420}
        headings={[strings.runs.run, strings.runs.outcome, { number: strings.runs.readColumn }, strings.runs.when]}
      >
        {runs.slice(0, shownRuns).map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td className="cell-text" miw={120}>
              <Anchor component={Link} href={`/runs/${run.id}`} inherit>
                {strings.runs.of(run.source, countryName(run.country))}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <OutcomeBadge run={run} />
            </Table.Td>
            <Table.Td className="number">{integer(run.read)}</Table.Td>
            <Table.Td>
              <Time at={run.startedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    )}
  </Paper>
)

/** The current state, and what to do next. */
export const OverviewPage = () => {
  const overview = useOverview()
  const live = useLiveRuns()
  return (
    <Page title={words.title} description={words.description} actions={<AddCountryButton />}>
      <Loaded query={overview} lines={8}>
        {(overview) => (
          <Stack gap="md">
            <Health overview={overview} />
            <NextSteps />
            <Figures overview={overview} />
            {(live?.running ?? overview.running).map((run) => (
              <RunProgress key={run.id} run={run} />
            ))}
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Activity />
              <Recent runs={overview.recent} />
            </SimpleGrid>
            {overview.readServers.length > 0 && <ReadServers servers={overview.readServers} />}
            <Group justify="flex-end">
              <Text size="xs" c="dimmed">
                {words.version(overview.version)} <Time at={overview.startedAt} />
              </Text>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
