import { Anchor, Button, Group, Paper, Select, Stack, Text, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"
import { NewSource, type Source, type SourceType } from "../../../../schemas/admin/Sources.ts"
import { admin, ask } from "../../api/admin.ts"
import { faultsOf } from "../../api/contract.ts"
import { useSource, useSourceTypes } from "../../api/queries.ts"
import { useFields } from "../../parts/fields.ts"
import { isMissing } from "../../parts/Missing.tsx"
import { Page } from "../../parts/Page.tsx"
import { Failure, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { type Draft, draftOf, faultsOfFields, fieldsOf, optionsOf } from "./optionFields.ts"
import { MissingSource } from "./MissingSource.tsx"
import { OptionInputs } from "./OptionInputs.tsx"
import { TestResult, useSourceTest } from "./TestResult.tsx"

const words = strings.sources.form

interface SourceFormProps {
  readonly types: ReadonlyArray<SourceType>
  /** The source that is edited; undefined: a new one. */
  readonly source: Source | undefined
}

const SourceForm = ({ source, types }: SourceFormProps) => {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [name, setName] = useState(source?.name ?? "")
  const [type, setType] = useState(source?.type ?? types[0]?.type ?? "")
  const chosen = types.find((one) => one.type === type)
  const fields = chosen === undefined ? [] : fieldsOf(chosen.options)
  const before = source?.options ?? {}
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, before))
  const test = useSourceTest()

  const save = useMutation({
    mutationFn: () => {
      const options = optionsOf(fields, draft, before)
      return source === undefined
        ? ask(admin.sources.add({ payload: { name, type, options } }))
        : ask(admin.sources.edit({ params: { name }, payload: { options } }))
    },
    onSuccess: async (saved) => {
      queries.setQueryData(["sources", saved.name], saved)
      await queries.invalidateQueries({ queryKey: ["sources"] })
      navigate(`/sources/${encodeURIComponent(saved.name)}`)
    }
  })

  const { check, errorOf, leave, rest } = useFields<string>({
    names: ["name", "type", ...fields.map((field) => field.name)],
    faults: [...faultsOf(NewSource, { name, type, options: {} }), ...faultsOfFields(fields, draft)],
    refusal: save.error
  })

  return (
    <Stack gap="md" maw={720}>
      <Paper
        component="form"
        aria-label={words.label}
        onSubmit={(event) => {
          event.preventDefault()
          if (check()) save.mutate()
        }}
      >
        <Stack gap="md">
          <TextInput
            label={words.name}
            description={words.nameHint}
            placeholder="karlsruhe"
            withAsterisk
            disabled={source !== undefined}
            value={name}
            onChange={(event) => {
              save.reset()
              setName(event.currentTarget.value)
            }}
            onBlur={() => leave("name")}
            error={errorOf("name")}
          />
          <Select
            label={words.type}
            description={chosen?.summary}
            allowDeselect={false}
            disabled={source !== undefined}
            data={types.map(({ type }) => type)}
            value={type}
            error={errorOf("type")}
            onChange={(value) => {
              save.reset()
              setType(value ?? "")
              const next = types.find((one) => one.type === value)
              if (next !== undefined) setDraft(draftOf(fieldsOf(next.options), {}))
            }}
          />
          <OptionInputs
            fields={fields}
            draft={draft}
            errorOf={errorOf}
            onLeave={leave}
            onChange={(name, value) => {
              save.reset()
              setDraft((draft) => ({ ...draft, [name]: value }))
            }}
          />
          {rest !== undefined && <Failure error={rest} />}
          <Group justify="space-between">
            <Button
              variant="default"
              loading={test.running}
              onClick={() => {
                if (!check()) return
                test.start(admin.sources.test({ payload: { name, type, options: optionsOf(fields, draft, before) } }))
              }}
            >
              {words.test}
            </Button>
            <Group>
              <Button
                variant="default"
                component={Link}
                href={source === undefined ? "/sources" : `/sources/${encodeURIComponent(source.name)}`}
              >
                {strings.common.cancel}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {source === undefined ? words.add : strings.common.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </Paper>
      <TestResult test={test} />
    </Stack>
  )
}

const back = (
  <Anchor component={Link} href="/sources" inherit>
    {strings.sources.back}
  </Anchor>
)

/** Adds a source that needs no code: a name, a type, and where its data are. */
export const NewSourcePage = () => {
  const types = useSourceTypes()
  return (
    <Page title={words.newTitle} description={back}>
      <Loaded query={types}>{({ types }) => <SourceForm types={types} source={undefined} />}</Loaded>
    </Page>
  )
}

/** Changes the options of a source. What it has published stays until it is run again. */
export const EditSourcePage = ({ name }: { readonly name: string }) => {
  const types = useSourceTypes()
  const source = useSource(name)
  if (source.data === undefined && isMissing(source.error)) return <MissingSource name={name} />
  return (
    <Page title={words.editTitle(name)} description={back}>
      <Loaded query={types}>
        {({ types }) => (
          <Loaded query={source}>
            {(source) =>
              source.kind === "configured" ? (
                <SourceForm types={types} source={source} />
              ) : (
                <Text c="dimmed">{words.builtIn}</Text>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
