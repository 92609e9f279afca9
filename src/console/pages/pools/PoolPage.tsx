import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { LocationIcon } from "@primer/octicons-react"
import { useState } from "react"
import { Link } from "wouter"
import type { Pool } from "../../../../schemas/admin/Pools.ts"
import { admin, ask } from "../../api/admin.ts"
import { usePool } from "../../api/queries.ts"
import { countryName, integer } from "../../format.ts"
import { barsOf, EvidenceBar, RuleBar } from "../../parts/Bars.tsx"
import { Explanations } from "../../parts/Explanations.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { isMissing, Missing } from "../../parts/Missing.tsx"
import { Page } from "../../parts/Page.tsx"
import { Failure, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"
import { PlacesCard } from "./PlacesCard.tsx"
import { PoolState } from "./PoolsPage.tsx"
import { ScoreCard } from "./ScoreCard.tsx"
import { TargetsForm } from "./TargetsForm.tsx"
import { WeakestEvidence } from "./WeakestEvidence.tsx"

const words = strings.pools

const Enabled = ({ pool }: { readonly pool: Pool }) => {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      ask(admin.pools.update({ params: { country: pool.country }, payload: { enabled } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ["pools"] })
  })
  return (
    <Stack gap={4}>
      <Switch
        label={words.enabled}
        // The library's label contains the description, too.
        aria-label={words.enabled}
        description={words.enabledHint}
        checked={pool.enabled}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.isError && <Failure error={change.error} />}
    </Stack>
  )
}

const Rules = ({ pool }: { readonly pool: Pool }) => {
  const [isEditing, setEditing] = useState(false)
  const rules = pool.coverage?.rules
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.targets}</Title>
        {!isEditing && (
          <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
        )}
      </Group>
      {isEditing ? (
        <TargetsForm pool={pool} onDone={() => setEditing(false)} />
      ) : rules === undefined ? (
        <Text c="dimmed">{pool.enabled ? words.noHomesYet : words.noCoverage}</Text>
      ) : (
        <Stack gap="md">
          {barsOf(rules).map((bar) => (
            <RuleBar key={bar.label} {...bar} />
          ))}
          <Text size="sm" c="dimmed">
            {words.minimumHint(integer(pool.targets.regionalMinimum))}
          </Text>
        </Stack>
      )}
    </Paper>
  )
}

const About = ({ pool }: { readonly pool: Pool }) => (
  <Paper>
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>{words.about}</Title>
        <PoolState pool={pool} />
      </Group>
      <Facts
        items={[
          [words.homes, integer(pool.residential)],
          [words.records, integer(pool.total)],
          [words.version, pool.publishedAt === null ? words.never : integer(pool.poolVersion)],
          [words.published, pool.publishedAt === null ? words.never : <Time at={pool.publishedAt} />],
          [words.read, pool.readAt === null ? words.never : <Time at={pool.readAt} />],
          [
            words.sources,
            pool.sources.length === 0
              ? strings.common.none
              : pool.sources.map((name, index) => (
                  <span key={name}>
                    {index > 0 && ", "}
                    <Anchor component={Link} href={`/sources/${encodeURIComponent(name)}`} inherit>
                      {name}
                    </Anchor>
                  </span>
                ))
          ]
        ]}
      />
      {pool.evidence !== null && <EvidenceBar mix={pool.evidence} legend />}
      <WeakestEvidence pool={pool} />
      <Enabled pool={pool} />
    </Stack>
  </Paper>
)

/** One country: its pool, its targets, its places, and where its homes are. */
export const PoolPage = ({ country }: { readonly country: string }) => {
  const pool = usePool(country)
  if (pool.data === undefined && isMissing(pool.error)) {
    return (
      <Missing title={strings.notFound.pool.title} href="/pools" back={words.back}>
        {strings.notFound.pool.hint(country)}
      </Missing>
    )
  }
  return (
    <Page
      title={countryName(country)}
      description={
        <Anchor component={Link} href="/pools" inherit>
          {words.back}
        </Anchor>
      }
      actions={
        pool.data?.ready === true && (
          <Button
            component={Link}
            href={`/try?country=${country}`}
            variant="default"
            leftSection={<LocationIcon size={16} />}
          >
            {words.tryIt}
          </Button>
        )
      }
    >
      <Loaded query={pool} lines={8}>
        {(pool) => (
          <Stack gap="md">
            {Array.from(
              Map.groupBy(pool.explanations, ({ source }) => source),
              ([source, explanations]) => (
                <Explanations
                  key={source}
                  explanations={explanations}
                  title={source === null ? undefined : strings.results.ofSource(source)}
                  href={source === null ? undefined : `/sources/${encodeURIComponent(source)}`}
                />
              )
            )}
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <About pool={pool} />
              <Rules pool={pool} />
            </SimpleGrid>
            {pool.residential > 0 && <ScoreCard country={country} />}
            <PlacesCard country={country} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
