import { Alert, Anchor, Button, Code, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { PencilIcon, TrashIcon } from "@primer/octicons-react"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link, useLocation } from "wouter"
import type { Source } from "../../../../schemas/admin/Sources.ts"
import { admin, ask } from "../../api/admin.ts"
import { useLiveRuns } from "../../api/live.ts"
import { useSource } from "../../api/queries.ts"
import { byCountryName, countryName } from "../../format.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { Explanations } from "../../parts/Explanations.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { isMissing } from "../../parts/Missing.tsx"
import { Page } from "../../parts/Page.tsx"
import { RunProgress } from "../../parts/runs.tsx"
import { SourceLink } from "../../parts/SourceLink.tsx"
import { Failure, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { MissingSource } from "./MissingSource.tsx"
import { RunHistory } from "../runs/RunHistory.tsx"
import { RunNow } from "../runs/RunNow.tsx"
import { ScheduleForm } from "./ScheduleForm.tsx"
import { TestResult, useSourceTest } from "./TestResult.tsx"

const words = strings.sources

/** Disables or enables the source. */
const Enabled = ({ source }: { readonly source: Source }) => {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      ask(admin.sources.setEnabled({ params: { name: source.name }, payload: { enabled } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sources"] })
  })
  return (
    <>
      <Switch
        label={words.enabledLabel}
        // The library's label contains the description, too.
        aria-label={words.enabledLabel}
        description={words.enabledHint}
        checked={source.enabled}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.isError && <Failure error={change.error} />}
    </>
  )
}

const Remove = ({ source }: { readonly source: Source }) => {
  const [opened, { close, open }] = useDisclosure()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const remove = useMutation({
    mutationFn: () => ask(admin.sources.remove({ params: { name: source.name } })),
    onSuccess: async () => {
      navigate("/sources")
      await queries.invalidateQueries({ queryKey: ["sources"] })
    }
  })
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<TrashIcon size={16} />} onClick={open}>
        {words.remove}
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={words.removeTitle(source.name)}
        action={words.remove}
        onConfirm={() => remove.mutate()}
        request={remove}
      >
        {words.removeHint}
      </Confirm>
    </>
  )
}

const About = ({ source }: { readonly source: Source }) => (
  <Paper>
    <Stack gap="md">
      <Title order={2}>{words.about}</Title>
      {source.manifest !== null && (
        <Facts
          items={[
            [words.type, source.type ?? words.builtIn],
            [
              words.countries,
              source.manifest.countries
                .toSorted(byCountryName)
                .map((code) => countryName(code))
                .join(", ")
            ],
            [words.license, source.manifest.license],
            [words.attribution, source.manifest.attribution],
            [
              words.homepage,
              <SourceLink key="homepage" url={source.manifest.homepage}>
                {source.manifest.homepage}
              </SourceLink>
            ],
            [words.evidence, source.manifest.evidence]
          ]}
        />
      )}
      <Enabled source={source} />
      {source.options !== null && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {words.options}
          </Text>
          <Code block tabIndex={0}>
            {JSON.stringify(source.options, null, 2)}
          </Code>
        </div>
      )}
    </Stack>
  </Paper>
)

const Details = ({ source }: { readonly source: Source }) => {
  const live = useLiveRuns()
  const running = live?.running.filter((run) => run.source === source.name) ?? []
  const test = useSourceTest()
  return (
    <Stack gap="md">
      {source.fault !== null && (
        <Alert color="red" variant="light" title={words.faulty}>
          {source.fault}
        </Alert>
      )}
      <Group gap="xs">
        <RunNow source={source} isRunning={running.length > 0} />
        <Button
          variant="default"
          loading={test.running}
          onClick={() => test.start(admin.sources.testNamed({ params: { name: source.name } }))}
        >
          {words.form.test}
        </Button>
        {source.kind === "configured" && (
          <>
            <Button
              variant="default"
              component={Link}
              href={`/sources/${encodeURIComponent(source.name)}/edit`}
              leftSection={<PencilIcon size={16} />}
            >
              {words.edit}
            </Button>
            <Remove source={source} />
          </>
        )}
      </Group>
      {running.map((run) => (
        <RunProgress key={run.id} run={run} />
      ))}
      {source.standings.map(({ country, explanations }) => (
        <Explanations
          key={country}
          explanations={explanations}
          title={source.standings.length === 1 ? undefined : countryName(country)}
        />
      ))}
      <TestResult test={test} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <About source={source} />
        <ScheduleForm source={source} />
      </SimpleGrid>
      <Paper>
        <Title order={2} mb="sm">
          {strings.runs.history}
        </Title>
        <RunHistory source={source.name} />
      </Paper>
    </Stack>
  )
}

/** One source: its description, its schedule, and its runs. */
export const SourcePage = ({ name }: { readonly name: string }) => {
  const source = useSource(name)
  if (source.data === undefined && isMissing(source.error)) return <MissingSource name={name} />
  return (
    <Page
      title={name}
      description={
        <Anchor component={Link} href="/sources" inherit>
          {words.back}
        </Anchor>
      }
    >
      <Loaded query={source} lines={8}>
        {(source) => <Details source={source} />}
      </Loaded>
    </Page>
  )
}
