import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import type { Effect, Stream } from "effect"
import type { SourceTestEvent } from "../../../../schemas/admin/Sources.ts"
import { useFollow } from "../../api/session.ts"
import { countryName, integer, inWords } from "../../format.ts"
import { evidenceKinds } from "../../parts/evidenceColors.ts"
import { Facts } from "../../parts/Facts.tsx"
import { Rejects } from "../../parts/Rejects.tsx"
import { rejectedBy } from "../../parts/runs.tsx"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.sources.test

type Result = Extract<SourceTestEvent, { type: "result" }>

interface TestState {
  readonly running: boolean
  readonly event: SourceTestEvent | undefined
  readonly error: unknown
}

const idle: TestState = { running: false, event: undefined, error: undefined }

/** Follows a test while it runs. Leaving the page ends the test. */
export const useSourceTest = () => {
  const [state, setState] = useState(idle)
  const follow = useFollow()
  const controller = useRef<AbortController>(undefined)
  const stop = () => {
    controller.current?.abort()
    controller.current = undefined
    setState(idle)
  }
  useEffect(() => () => controller.current?.abort(), [])
  const start = <E, E2>(test: Effect.Effect<Stream.Stream<SourceTestEvent, E>, E2>) => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    setState({ ...idle, running: true })
    const isCurrent = () => controller.current === current
    follow(test, (event) => isCurrent() && setState((state) => ({ ...state, event })), current.signal).then(
      () => isCurrent() && setState((state) => ({ ...state, running: false })),
      (error: unknown) => isCurrent() && setState((state) => ({ ...state, running: false, error }))
    )
  }
  return { ...state, start, stop }
}

const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(evidenceKinds.map((kind) => [kind, strings.evidence[kind].name])),
  ...words.kinds
}

/** A kind of evidence, or the reason of a rejection. */
const nameOf = (code: string): string => kinds[code] ?? inWords(code)

const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${nameOf(name)}: ${integer(count)}`)
    .join(", ") || strings.common.none

const Country = ({ result }: { readonly result: Result["countries"][number] }) => (
  <Stack gap="xs">
    <Title order={3}>{countryName(result.country)}</Title>
    <Facts
      items={[
        [words.read, integer(result.read)],
        [words.kept, countsOf(result.kept)],
        [words.rejected, integer(rejectedBy(result))]
      ]}
    />
    <Rejects {...result} />
    {result.repeatedIds !== undefined && (
      <Text size="sm">
        <bdi>{words.repeatedIds(result.repeatedIds.join(", "))}</bdi>
      </Text>
    )}
    {result.examples.length > 0 && (
      <ul className="examples">
        {result.examples.map((example, index) => (
          <li key={index}>
            <bdi>{example}</bdi>
          </li>
        ))}
      </ul>
    )}
  </Stack>
)

/** The results of a source's test so far. */
export const TestResult = ({ test }: { readonly test: ReturnType<typeof useSourceTest> }) => {
  const { error, event, running, stop } = test
  if (error !== undefined) return <Failure error={error} />
  if (running && event?.type !== "result") {
    return (
      <Paper>
        <Group justify="space-between">
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text>
              {event?.type === "progress"
                ? words.progress(countryName(event.country), integer(event.read))
                : words.starting}
            </Text>
          </Group>
          <Button size="compact-sm" variant="default" onClick={stop}>
            {strings.common.cancel}
          </Button>
        </Group>
      </Paper>
    )
  }
  if (event?.type === "failed") {
    return (
      <Alert color="red" variant="light" title={words.failed} role="alert">
        {event.message}
      </Alert>
    )
  }
  if (event?.type !== "result") return null
  return (
    <Paper role="status">
      <Stack gap="md">
        <Title order={2}>{words.title}</Title>
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        {event.countries.map((country) => (
          <Country key={country.country} result={country} />
        ))}
      </Stack>
    </Paper>
  )
}
