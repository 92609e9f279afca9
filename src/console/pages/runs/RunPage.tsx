import { Alert, Anchor, Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { AlertIcon } from "@primer/octicons-react"
import { Link, useLocation } from "wouter"
import type { RunDetail } from "../../../../schemas/admin/Runs.ts"
import { admin, ask } from "../../api/admin.ts"
import { useLiveRuns } from "../../api/live.ts"
import { countryName, duration, integer, moment } from "../../format.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { Explanations } from "../../parts/Explanations.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { isMissing, Missing } from "../../parts/Missing.tsx"
import { Page } from "../../parts/Page.tsx"
import { Rejects } from "../../parts/Rejects.tsx"
import { OutcomeBadge, rejectedBy, RunProgress } from "../../parts/runs.tsx"
import { Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { ChangesCard } from "./ChangesCard.tsx"

const words = strings.runs

/** The finding that the run was held back, which is shown with the button to publish anyway. */
const isInFindings = (code: string): boolean => code === "held-back"

/** What the gates found, and how to publish anyway: a confirmation and a button. */
const Findings = ({ run }: { readonly run: RunDetail }) => {
  const [opened, { close, open }] = useDisclosure()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const publish = useMutation({
    mutationFn: () => ask(admin.runs.publish({ params: { id: run.id } })),
    onSuccess: async () => {
      close()
      await queries.invalidateQueries({ queryKey: ["runs"] })
      navigate(`/sources/${encodeURIComponent(run.source)}`)
    }
  })
  return (
    <Alert color="orange" variant="light" icon={<AlertIcon />} title={words.gatesTitle}>
      <Stack gap="sm" align="flex-start">
        <List size="sm">
          {run.findings.map((finding) => (
            <List.Item key={finding}>{finding}</List.Item>
          ))}
        </List>
        <Text size="sm">{run.publishable ? words.gatesHint : words.notPublishable}</Text>
        {run.publishable && (
          <Button size="xs" variant="default" onClick={open}>
            {words.publishAnyway}
          </Button>
        )}
      </Stack>
      <Confirm
        opened={opened}
        onClose={close}
        title={words.publishTitle(run.source, countryName(run.country))}
        action={words.publishAnyway}
        onConfirm={() => publish.mutate()}
        request={publish}
      >
        {words.publishHint}
      </Confirm>
    </Alert>
  )
}

const RejectsCard = ({ run }: { readonly run: RunDetail }) => (
  <Paper>
    <Title order={2} mb="sm">
      {words.rejects}
    </Title>
    {Object.keys(run.rejected).length === 0 ? <Text c="dimmed">{words.noRejects}</Text> : <Rejects {...run} />}
  </Paper>
)

const Summary = ({ run }: { readonly run: RunDetail }) => {
  const rejected = rejectedBy(run)
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.summary}</Title>
        <OutcomeBadge run={run} />
      </Group>
      <Facts
        items={[
          [
            words.source,
            <Anchor key="source" component={Link} href={`/sources/${encodeURIComponent(run.source)}`} inherit>
              {run.source}
            </Anchor>
          ],
          [
            words.country,
            <Anchor key="country" component={Link} href={`/pools/${run.country}`} inherit>
              {countryName(run.country)}
            </Anchor>
          ],
          [words.startedBy, words.starters[run.startedBy]],
          [words.started, moment(run.startedAt)],
          [
            words.took,
            run.endedAt === null ? undefined : duration(Date.parse(run.endedAt) - Date.parse(run.startedAt))
          ],
          [words.readColumn, integer(run.read)],
          [words.keptColumn, integer(run.kept)],
          [words.rejectedColumn, integer(rejected)],
          [words.rateColumn, run.rate === null ? undefined : words.rate(integer(run.rate))],
          [words.message, run.message],
          [words.release, run.release],
          [words.fingerprint, run.fingerprint === "" ? undefined : <code className="id">{run.fingerprint}</code>]
        ]}
      />
    </Paper>
  )
}

const Publication = ({ publication }: { readonly publication: NonNullable<RunDetail["publication"]> }) => (
  <Paper>
    <Title order={2} mb="sm">
      {words.publication}
    </Title>
    <Facts
      items={[
        [words.added, integer(publication.added)],
        [words.changed, integer(publication.changed)],
        [words.withdrawn, integer(publication.withdrawn)],
        [words.poolVersion, integer(publication.poolVersion)],
        [
          words.homesBefore,
          publication.residentialBefore === undefined ? undefined : integer(publication.residentialBefore)
        ],
        [words.homes, integer(publication.residential)]
      ]}
    />
  </Paper>
)

/** One run: what it read, what it rejected and why, what the gates found, and what it published. */
export const RunPage = ({ id }: { readonly id: string }) => {
  const run = useQuery({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => ask(admin.runs.get({ params: { id } }), signal)
  })
  const live = useLiveRuns()
  const running = live?.running.find((one) => one.id === id)
  if (run.data === undefined && isMissing(run.error)) {
    return (
      <Missing title={strings.notFound.run.title} href="/sources" back={strings.sources.back}>
        {strings.notFound.run.hint(id)}
      </Missing>
    )
  }
  return (
    <Page
      title={run.data === undefined ? words.title(id) : words.of(run.data.source, countryName(run.data.country))}
      description={
        <Anchor component={Link} href="/sources" inherit>
          {strings.sources.back}
        </Anchor>
      }
    >
      <Loaded query={run} lines={8}>
        {(run) => (
          <Stack gap="md">
            {running !== undefined && <RunProgress run={running} />}
            {run.outcome === "gated" && <Findings run={run} />}
            <Explanations explanations={run.explanations.filter(({ code }) => !isInFindings(code))} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <Summary run={run} />
              <Stack gap="md">
                {run.publication !== null && <Publication publication={run.publication} />}
                <RejectsCard run={run} />
              </Stack>
            </SimpleGrid>
            {run.changes !== null && <ChangesCard changes={run.changes} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
