import { served } from "../../page.ts"
import { Alert, Button, Group, Paper, Select, Stack, Text, Title } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { StopIcon, GlobeIcon } from "@primer/octicons-react"
import { useState } from "react"
import { Link } from "wouter"
import type { AddFigures, CountryDirectory } from "../../../../schemas/admin/Directory.ts"
import type { DirectoryEntry } from "../../../../schemas/Directory.ts"
import { admin, ask } from "../../api/admin.ts"
import { bytes, countryName, roughDuration } from "../../format.ts"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { EntryChoice } from "./EntryChoice.tsx"

const words = strings.add

/** Stands for the whole country, in place of a part's name. */
const WHOLE = ""

const partOf = ({ part }: DirectoryEntry): string => part?.name ?? WHOLE

/** What the user must do for a source that cannot be downloaded automatically. */
const ByHand = ({ entry, what }: { readonly entry: DirectoryEntry; readonly what: string }) => (
  <Alert color="orange" variant="light" icon={<StopIcon />} title={words.byHand.title} data-testid="by-hand">
    <Stack gap="sm">
      <Text>{what}</Text>
      <CodeBlock
        title={words.byHand.command}
        copyLabel={words.byHand.copy}
        code={`${served.program} add ${entry.country} --from ${entry.id} --file PATH`}
      />
      <Group>
        <Button component={Link} href="/add-source" variant="default" size="xs">
          {words.byHand.form}
        </Button>
      </Group>
    </Stack>
  </Alert>
)

/** What the button does, in a line. */
const promiseOf = ({ downloadBytes, keptBytes, seconds }: AddFigures): string => {
  const left = downloadBytes === null ? null : Math.max(0, downloadBytes - keptBytes)
  return [
    ...(left === 0 ? [] : [left === null ? words.willUnknown : words.will(words.facts.about(bytes(left)))]),
    ...(seconds === null ? [] : [words.willTake(roughDuration(seconds * 1000))])
  ].join(" ")
}

interface AddButtonProps {
  readonly entry: DirectoryEntry
  readonly plan: AddFigures
  /** What the button does, as a verb. */
  readonly action: string
}

const AddButton = ({ action, entry, plan }: AddButtonProps) => {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () => ask(admin.directory.add({ params: { country: entry.country }, payload: { entry: entry.id } })),
    onSuccess: () =>
      Promise.all([["directory"], ["sources"]].map((queryKey) => queries.invalidateQueries({ queryKey })))
  })
  const needed = plan.diskDuringBytes
  return (
    <Stack gap="sm">
      {needed !== null && plan.freeBytes !== null && needed > plan.freeBytes && (
        <Alert color="orange" variant="light">
          {words.tooFull(bytes(needed), bytes(plan.freeBytes))}
        </Alert>
      )}
      {add.isError && <Failure error={add.error} />}
      <Group gap="md">
        <Button
          size="md"
          leftSection={<GlobeIcon size={18} aria-hidden />}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {action}
        </Button>
        <Text size="sm" c="dimmed">
          {promiseOf(plan)}
        </Text>
      </Group>
    </Stack>
  )
}

const actionOf = ({ country, published, sources, state }: CountryDirectory, { existing }: AddFigures): string => {
  const name = countryName(country)
  if (existing === null) return sources.length === 0 ? words.add(name) : words.addAnother(name)
  if (state === "attention") return words.retry(name)
  return published === 0 ? words.add(name) : words.renew(name)
}

/** The country's sources, with one preselected: without a reason to choose another, adding takes that one. */
export const ChooseSource = ({ directory }: { readonly directory: CountryDirectory }) => {
  const { country, entries, plans, recommended } = directory
  const parts = [...new Set(entries.map(partOf))]
  const added = entries.find(({ id }) => plans[id]?.existing !== null && plans[id]?.existing !== undefined)
  const first = added ?? entries.find(({ id }) => id === recommended) ?? entries[0]
  const [part, setPart] = useState(first === undefined ? WHOLE : partOf(first))
  const shown = entries.filter((entry) => partOf(entry) === part)
  const [chosen, setChosen] = useState(first?.id)
  const entry = shown.find(({ id }) => id === chosen) ?? shown[0]
  const plan = entry === undefined ? undefined : plans[entry.id]
  // The sources of a part are sorted, best first.
  const best = part === WHOLE ? (recommended ?? undefined) : shown[0]?.id
  return (
    <Paper>
      <Stack gap="md">
        <Title order={2}>{words.sources}</Title>
        {parts.length > 1 && (
          <Select
            label={words.part}
            description={parts.includes(WHOLE) ? undefined : words.partHint}
            searchable
            allowDeselect={false}
            maw={360}
            data={parts.map((name) => ({ value: name, label: name === WHOLE ? words.wholeCountry : name }))}
            value={part}
            onChange={(name) => setPart(name ?? WHOLE)}
            nothingFoundMessage={strings.common.noMatch}
          />
        )}
        <EntryChoice entries={shown} plans={plans} recommended={best} value={entry?.id ?? ""} onChange={setChosen} />
        {entry !== undefined &&
          plan !== undefined &&
          (entry.access.kind === "byHand" && plan.existing === null ? (
            <ByHand entry={entry} what={entry.access.what} />
          ) : (
            <AddButton key={entry.id} entry={entry} plan={plan} action={actionOf(directory, plan)} />
          ))}
        {entries.length === 0 && <Text c="dimmed">{words.missing.hint(countryName(country))}</Text>}
      </Stack>
    </Paper>
  )
}
