import { Anchor, Group, Paper, Stack, Table, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import type { Pool } from "../../../../schemas/admin/Pools.ts"
import { admin, ask } from "../../api/admin.ts"
import { usePools } from "../../api/queries.ts"
import { byCountryName, countryName, integer } from "../../format.ts"
import { HomesMap } from "../../map/HomesMap.tsx"
import { AddCountryButton } from "../../parts/AddCountryButton.tsx"
import { barsOf, EvidenceBar, RuleBar } from "../../parts/Bars.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { DotBadge } from "../../parts/DotBadge.tsx"
import { LongList } from "../../parts/LongList.tsx"
import { Page } from "../../parts/Page.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"

const words = strings.pools

export const PoolState = ({ pool }: { readonly pool: Pool }) => {
  const [color, text] = !pool.enabled
    ? (["gray", words.states.disabled] as const)
    : pool.ready
      ? pool.verdict === "good"
        ? (["door", words.states.ready] as const)
        : (["orange", words.states.doubtful] as const)
      : pool.stale
        ? (["orange", words.states.stale] as const)
        : (["orange", words.states.empty] as const)
  return <DotBadge color={`var(--mantine-color-${color}-6)`} text={text} />
}

const PoolRow = ({ pool }: { readonly pool: Pool }) => {
  const rules = pool.coverage?.rules
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} href={`/pools/${pool.country}`} inherit>
          {countryName(pool.country)}
        </Anchor>
      </Table.Th>
      <Table.Td>
        <PoolState pool={pool} />
      </Table.Td>
      <Table.Td className="number">{integer(pool.residential)}</Table.Td>
      <Table.Td miw={72}>{pool.evidence === null ? "" : <EvidenceBar mix={pool.evidence} />}</Table.Td>
      {rules === undefined ? (
        <Table.Td colSpan={3} c="dimmed">
          {pool.enabled ? words.noHomesYet : words.noCoverage}
        </Table.Td>
      ) : (
        barsOf(rules).map((bar) => (
          <Table.Td key={bar.label} miw={72}>
            <RuleBar compact {...bar} />
          </Table.Td>
        ))
      )}
      <Table.Td>{pool.readAt === null ? words.never : <Time at={pool.readAt} />}</Table.Td>
    </Table.Tr>
  )
}

const PoolTable = ({ pools }: { readonly pools: ReadonlyArray<Pool> }) => (
  <DataTable
    minWidth={900}
    highlight
    headings={[
      words.country,
      words.state,
      { number: words.homes },
      words.evidence,
      words.rules.total,
      words.rules.administrativeCoverage,
      words.rules.regionalMinimums,
      words.read
    ]}
  >
    {pools.map((pool) => (
      <PoolRow key={pool.country} pool={pool} />
    ))}
  </DataTable>
)

const World = () => {
  const world = useQuery({
    queryKey: ["world-map"],
    queryFn: ({ signal }) => ask(admin.pools.world(), signal),
    staleTime: 60_000
  })
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.world}</Title>
        {world.data !== undefined && (
          <Text size="xs" c="dimmed">
            {words.sample(integer(world.data.points.length), integer(world.data.residential))}
          </Text>
        )}
      </Group>
      <Loaded query={world}>
        {({ points }) =>
          points.length === 0 ? (
            <Empty title={words.noPoints} />
          ) : (
            <HomesMap points={points} height={340} label={words.worldLabel(integer(points.length))} />
          )
        }
      </Loaded>
    </Paper>
  )
}

/** The countries' pools: what they contain, and how far they are from their targets. */
export const PoolsPage = () => {
  const pools = usePools()
  return (
    <Page title={words.title} description={words.description} actions={<AddCountryButton />}>
      <Stack gap="md">
        <Paper>
          <Loaded query={pools}>
            {({ pools }) =>
              pools.length === 0 ? (
                <Empty title={words.none} action={<AddCountryButton />}>
                  {words.noneHint}
                </Empty>
              ) : (
                <LongList
                  all={pools.toSorted((one, other) => byCountryName(one.country, other.country))}
                  nameOf={({ country }) => `${countryName(country)} ${country}`}
                >
                  {(pools) => <PoolTable pools={pools} />}
                </LongList>
              )
            }
          </Loaded>
        </Paper>
        <World />
      </Stack>
    </Page>
  )
}
