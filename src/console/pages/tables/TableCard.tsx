import {
  Accordion,
  Alert,
  Badge,
  Button,
  Group,
  List,
  Loader,
  Paper,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  Title
} from "@mantine/core"
import { countryCodes } from "../../../../schemas/CountryCodes.ts"
import type { TableGuess, TablePart } from "../../../../schemas/TableGuess.ts"
import { byCountryName, countryName, integer, ratio } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { lineOf, type TableState } from "./useTableGuess.ts"

const words = strings.tables

/** What the user has chosen for a table, beyond what is guessed. */
export interface TableChoices {
  readonly country: string | undefined
  readonly parts: Readonly<Record<string, TablePart | null>>
  readonly license: string
  readonly attribution: string
  readonly homepage: string
}

export const noChoices: TableChoices = { country: undefined, parts: {}, license: "", attribution: "", homepage: "" }

const countries = [...countryCodes].sort(byCountryName).map((code) => ({ value: code, label: countryName(code) }))

const partNames: Readonly<Record<TablePart, string>> = words.parts
const partOptions = Object.entries(partNames).map(([value, label]) => ({ value, label }))

const isPart = (text: string): text is TablePart => text in partNames

interface TableCardProps {
  readonly state: TableState
  readonly choices: TableChoices
  readonly onChange: (choices: TableChoices) => void
}

const Sentences = ({ all, title }: { readonly title: string; readonly all: ReadonlyArray<string> }) =>
  all.length === 0 ? null : (
    <div>
      <Title order={3}>{title}</Title>
      <List size="sm">
        {all.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </div>
  )

const Columns = ({
  choices,
  columns,
  onChange
}: Omit<TableCardProps, "state"> & { readonly columns: TableGuess["columns"] }) => (
  <DataTable minWidth={560} headings={[words.column, words.samples, words.part, words.why]}>
    {columns.map((column) => (
      <Table.Tr key={column.name}>
        <Table.Th scope="row" fw={500}>
          {column.name}
        </Table.Th>
        <Table.Td className="cell-text">{column.samples.join(" · ")}</Table.Td>
        <Table.Td>
          <Select
            aria-label={words.partOf(column.name)}
            size="xs"
            miw={190}
            data={partOptions}
            placeholder={words.notUsed}
            clearable
            value={column.part}
            onChange={(part) =>
              onChange({
                ...choices,
                parts: { ...choices.parts, [column.name]: part !== null && isPart(part) ? part : null }
              })
            }
          />
        </Table.Td>
        <Table.Td className="cell-text">
          {column.name in choices.parts ? words.chosen : column.reason}
          {column.part !== null && !(column.name in choices.parts) && (
            <>
              {" "}
              <Badge size="sm" variant="light" color={column.confidence >= 0.6 ? "door" : "gray"}>
                {ratio(column.confidence)}
              </Badge>
            </>
          )}
        </Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
)

const Addresses = ({ addresses }: Pick<TableGuess, "addresses">) => (
  <div>
    <Title order={3}>{words.addresses}</Title>
    {addresses.length === 0 ? (
      <Text size="sm" c="dimmed">
        {words.noAddresses}
      </Text>
    ) : (
      <ul className="examples" aria-live="polite">
        {addresses.map((address) => (
          <li key={address.recordId}>
            <bdi>{lineOf(address)}</bdi>
          </li>
        ))}
      </ul>
    )}
  </div>
)

/** The terms of use of the table, which nothing in it tells. */
const Terms = ({ choices, onChange }: Omit<TableCardProps, "state">) => {
  const term = (name: "license" | "attribution" | "homepage", hint: string) => (
    <TextInput
      label={words[name]}
      description={hint}
      value={choices[name]}
      onChange={(event) => onChange({ ...choices, [name]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap="sm">
      <Title order={3}>{words.terms}</Title>
      {term("license", words.licenseHint)}
      {term("attribution", words.attributionHint)}
      {term("homepage", words.homepageHint)}
    </Stack>
  )
}

/** A table's first rows, the meaning of its columns, and the resulting addresses. */
export const TableCard = ({ choices, onChange, state }: TableCardProps) => {
  const { error, guess, reading } = state
  if (guess === undefined) {
    if (error !== undefined) return <Failure error={error} />
    return reading ? (
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>{words.reading}</Text>
      </Group>
    ) : null
  }
  const used = guess.columns.filter(({ name, part }) => part !== null || name in choices.parts)
  const unused = guess.columns.filter(({ name, part }) => part === null && !(name in choices.parts))
  return (
    <Paper withBorder component="section" aria-label={words.title}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{words.title}</Title>
          {reading && <Loader size="sm" role="status" aria-label={words.reading} />}
        </Group>
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        <Text size="sm" className="cell-text">
          {words.file(guess.file, guess.layout, integer(guess.rows))}
        </Text>
        {error !== undefined && <Failure error={error} />}
        {guess.service !== null && (
          <Alert variant="light" color="blue" className="cell-text">
            {words.service(guess.service, guess.location)}
          </Alert>
        )}
        {guess.register !== null && (
          <Alert variant="light" color="blue">
            {words.register(guess.register)}
          </Alert>
        )}
        <Select
          label={words.country}
          description={choices.country === undefined ? words.countryHint(guess.countryReason) : undefined}
          searchable
          clearable={choices.country !== undefined}
          data={countries}
          value={guess.country}
          onChange={(country) => onChange({ ...choices, country: country ?? undefined })}
        />
        <Columns columns={used} choices={choices} onChange={onChange} />
        {unused.length > 0 && (
          <Accordion variant="contained" order={3} defaultValue={guess.mapping === null ? "unused" : null}>
            <Accordion.Item value="unused">
              <Accordion.Control>{words.unused(integer(unused.length))}</Accordion.Control>
              <Accordion.Panel>
                <Columns columns={unused} choices={choices} onChange={onChange} />
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        )}
        {Object.keys(choices.parts).length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ ...choices, parts: {} })}>
            {words.reset}
          </Button>
        )}
        <Sentences title={words.joins} all={guess.joins.map(({ file, reason }) => words.join(file, reason))} />
        <Addresses addresses={guess.addresses} />
        <Sentences title={words.missing} all={guess.missing} />
        <Sentences title={words.doubts} all={guess.doubts} />
        <Sentences title={words.rejected} all={guess.rejected} />
        {guess.mapping !== null && <Terms choices={choices} onChange={onChange} />}
      </Stack>
    </Paper>
  )
}
