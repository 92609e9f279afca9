import { Accordion, Anchor, Button, Group, Paper, Select, Stack, Text, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ComponentProps, useCallback, useRef, useState } from "react"
import { Link, useLocation } from "wouter"
import { NewSource, type Source, type SourceType } from "../../../../schemas/admin/Sources.ts"
import { admin, ask } from "../../api/admin.ts"
import { faultsOf } from "../../api/contract.ts"
import { useSource, useSourceTypes } from "../../api/queries.ts"
import { useFields } from "../../parts/fields.ts"
import { useForget, useKept } from "../../parts/kept.ts"
import { isMissing } from "../../parts/Missing.tsx"
import { Page } from "../../parts/Page.tsx"
import { Failure, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import {
  type Draft,
  draftOf,
  faultsOfFields,
  fieldsOf,
  type OptionField,
  optionsOf,
  proposedName
} from "./optionFields.ts"
import { MissingSource } from "./MissingSource.tsx"
import { OptionInputs } from "./OptionInputs.tsx"
import { TestResult, useSourceTest } from "./TestResult.tsx"
import { useTable } from "./TableOfForm.tsx"
import { UploadFile } from "../uploads/UploadFile.tsx"

const words = strings.sources.form

/** What a source keeps when its type changes. */
const kept = ({ location }: Draft): Draft => (location === undefined || location === "" ? {} : { location })

interface SourceFormProps {
  readonly types: ReadonlyArray<SourceType>
  /** The source being edited; undefined for a new one. */
  readonly source: Source | undefined
}

/** What is typed into the form. */
interface Typed {
  /** The name; undefined while it is the proposed one. */
  readonly name: string | undefined
  readonly type: string
  readonly draft: Draft
}

/** A source whose options somebody else has changed is another form. */
const formName = (source: Source | undefined): ReadonlyArray<string> =>
  source === undefined ? ["new source"] : ["source", source.name, JSON.stringify(source.options)]

/** What is typed, and how it changes. */
const useTyped = ({ source, types }: SourceFormProps) => {
  const fieldsOfType = (type: string): ReadonlyArray<OptionField> => {
    const chosen = types.find((one) => one.type === type)
    return chosen === undefined ? [] : fieldsOf(chosen.options, chosen.choices)
  }
  const before = source?.options ?? {}
  const [typed, set] = useKept<Typed>(formName(source), () => {
    const type = source?.type ?? types[0]?.type ?? ""
    return { name: source?.name, type, draft: draftOf(fieldsOfType(type), before) }
  })
  return {
    ...typed,
    before,
    chosen: types.find(({ type }) => type === typed.type),
    fields: fieldsOfType(typed.type),
    setName: (name: string) => set((typed) => ({ ...typed, name })),
    // What both types have, such as the location, stays.
    setType: (type: string) =>
      set(({ draft, name }) => ({ name, type, draft: { ...draftOf(fieldsOfType(type), {}), ...kept(draft) } })),
    setOption: (name: string, value: Draft[string]) =>
      set((typed) => ({ ...typed, draft: { ...typed.draft, [name]: value } }))
  }
}

/** The state of the form. */
const useSourceForm = ({ onChanged, source, types }: SourceFormProps & { readonly onChanged: () => void }) => {
  const typed = useTyped({ source, types })
  const { before, chosen, draft, fields, type } = typed
  const forget = useForget(formName(source))
  /** Of a service that was typed as the location: the URL of its records, which the mapping is for. */
  const [found, setFound] = useState({ typed: "", records: "" })
  const onRecords = useCallback((typed: string, records: string) => setFound({ typed, records }), [])
  const isFound = found.typed !== "" && String(draft["location"] ?? "").trim() === found.typed
  const saved = isFound ? { ...draft, location: found.records } : draft
  const name = typed.name ?? proposedName(type, fields, draft)
  /** Only for fields without errors; others cannot be converted to options. */
  const makePayload = () => ({ name, type, options: optionsOf(fields, saved, before) })
  const save = useSave(source, makePayload, forget)
  const inputs = useFields<string>({
    names: ["name", "type", ...fields.map((field) => field.name)],
    faults: [...faultsOf(NewSource, { name, type, options: {} }), ...faultsOfFields(fields, draft)],
    refusal: save.error
  })
  return {
    ...inputs,
    chosen,
    draft,
    fields,
    forget,
    makePayload,
    name,
    onRecords,
    save,
    type,
    changeName: (name: string) => {
      save.reset()
      typed.setName(name)
    },
    changeType: (type: string) => {
      save.reset()
      onChanged()
      typed.setType(type)
    },
    change: (name: string, value: Draft[string]) => {
      save.reset()
      onChanged()
      typed.setOption(name, value)
    }
  }
}

/** Fails once if somebody else has saved other options since this form was opened or last failed so. */
const useRefusalOfUnseen = (source: Source | undefined) => {
  const seen = useRef(JSON.stringify(source?.options))
  return async (name: string) => {
    const now = JSON.stringify((await ask(admin.sources.get({ params: { name } }))).options)
    if (now === seen.current) return
    seen.current = now
    throw new Error(words.changed)
  }
}

/** Adds or changes the source, then shows it. */
const useSave = (source: Source | undefined, makePayload: () => typeof NewSource.Type, forget: () => void) => {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const refuseUnseen = useRefusalOfUnseen(source)
  return useMutation({
    mutationFn: async () => {
      const { name, options, type } = makePayload()
      if (source === undefined) return ask(admin.sources.add({ payload: { name, type, options } }))
      await refuseUnseen(name)
      return ask(admin.sources.edit({ params: { name }, payload: { options } }))
    },
    onSuccess: async (saved) => {
      forget()
      queries.setQueryData(["sources", saved.name], saved)
      await queries.invalidateQueries({ queryKey: ["sources"] })
      navigate(`/sources/${encodeURIComponent(saved.name)}`)
    }
  })
}

type Form = ReturnType<typeof useSourceForm>

interface IdentityProps {
  readonly form: Form
  readonly types: ReadonlyArray<SourceType>
  readonly isNew: boolean
}

/** The name and the type, which cannot be changed later. */
const Identity = ({ form, isNew, types }: IdentityProps) => {
  const { changeName, changeType, chosen, errorOf, leave, name, type } = form
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        placeholder="karlsruhe"
        required
        disabled={!isNew}
        value={name}
        onChange={(event) => changeName(event.currentTarget.value)}
        onBlur={() => leave("name")}
        error={errorOf("name")}
      />
      <Select
        label={words.type}
        description={chosen?.summary}
        allowDeselect={false}
        disabled={!isNew}
        data={types.map(({ type }) => type)}
        value={type}
        error={errorOf("type")}
        onChange={(value) => changeType(value ?? "")}
      />
    </>
  )
}

type Inputs = Omit<ComponentProps<typeof OptionInputs>, "fields">

/** Rarely needed options, collapsed. */
const MoreOptions = ({ fields, inputs }: { readonly fields: ReadonlyArray<OptionField>; readonly inputs: Inputs }) => {
  const [isMore, setMore] = useState(false)
  // A field with an error must be visible.
  const opened = isMore || fields.some(({ name }) => inputs.errorOf(name) !== undefined)
  return (
    <Accordion
      variant="contained"
      order={2}
      value={opened ? "more" : null}
      onChange={(value) => setMore(value !== null)}
    >
      <Accordion.Item value="more">
        <Accordion.Control>{strings.sourceForm.more}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {strings.sourceForm.moreHint}
            </Text>
            <OptionInputs {...inputs} fields={fields} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

interface ButtonsProps {
  readonly form: Form
  readonly source: Source | undefined
  readonly test: ReturnType<typeof useSourceTest>
  /** Whether options are still on their way. */
  readonly isAwaited: boolean
}

const Buttons = ({ form: { check, forget, makePayload, save }, isAwaited, source, test }: ButtonsProps) => (
  <Group justify="space-between">
    <Button
      variant="default"
      loading={test.running || isAwaited}
      onClick={() => {
        if (check()) test.start(admin.sources.test({ payload: makePayload() }))
      }}
    >
      {words.test}
    </Button>
    <Group>
      <Button
        variant="default"
        component={Link}
        href={source === undefined ? "/sources" : `/sources/${encodeURIComponent(source.name)}`}
        onClick={forget}
      >
        {strings.common.cancel}
      </Button>
      <Button type="submit" loading={save.isPending || isAwaited}>
        {source === undefined ? words.add : strings.common.save}
      </Button>
    </Group>
  </Group>
)

const SourceForm = ({ source, types }: SourceFormProps) => {
  const test = useSourceTest()
  // A result would be shown for options that were not tested.
  const form = useSourceForm({ source, types, onChanged: test.stop })
  const { change, check, draft, errorOf, fields, leave, onRecords, rest, save, type } = form
  const table = useTable({
    form: formName(source),
    isTable: type === "file",
    draft,
    onMapping: (mapping) => change("mapping", mapping),
    onRecords
  })
  const inputs: Inputs = { draft, errorOf, onLeave: leave, onChange: change }
  const isFirst = ({ isCountry, name, required }: OptionField) =>
    (required || isCountry) && !(table.isShown && name === "mapping")
  const folded = fields.filter((field) => !isFirst(field))
  return (
    <Stack gap="md" maw={type === "file" ? 1000 : 720}>
      <Paper
        component="form"
        aria-label={words.label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!table.isAwaited && check()) save.mutate()
        }}
      >
        <Stack gap="md">
          <Identity form={form} types={types} isNew={source === undefined} />
          <OptionInputs {...inputs} fields={fields.filter(isFirst)} />
          {fields.some(({ name }) => name === "location") && (
            <UploadFile onUse={(location) => change("location", location)} />
          )}
          {table.card}
          {folded.length > 0 && <MoreOptions fields={folded} inputs={inputs} />}
          {rest !== undefined && <Failure error={rest} />}
          <Buttons form={form} source={source} test={test} isAwaited={table.isAwaited} />
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

/** Adds a source that needs no code: a name, a type, and where its data is. */
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
