import {
  ActionIcon,
  Button,
  NumberInput,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
  Tooltip
} from "@mantine/core"
import { ArrowSwitchIcon, LocationIcon } from "@primer/octicons-react"
import { MAX_TEXT, type Strategy } from "../../../../schemas/Fields.ts"
import { MAX_BATCH } from "../../../../schemas/Generation.ts"
import { useCountries, usePublicApi } from "../../api/public.ts"
import { byCountryName, countryName, integer } from "../../format.ts"
import { Failure } from "../../parts/States.tsx"
import { drawSeed } from "../../parts/seed.ts"
import { strings } from "../../strings.ts"
import { PlaceSelect } from "./PlaceSelect.tsx"
import { type ChosenPlace, type PlaceField, placeFields, type Selection } from "./Selection.ts"

const words = strings.try

/** What lies within a place: a choice that it was made in is void once the place changes. */
const within: Readonly<Record<PlaceField, ReadonlyArray<PlaceField>>> = {
  region: ["city", "district", "postcode"],
  city: ["district", "postcode"],
  district: [],
  postcode: []
}

const outside: Readonly<Record<PlaceField, ReadonlyArray<PlaceField>>> = {
  region: [],
  city: ["region"],
  district: ["region", "city"],
  postcode: ["region", "city"]
}

const withPlace = (selection: Selection, field: PlaceField, place: ChosenPlace | undefined): Selection => {
  const places = { ...selection.places }
  for (const inner of within[field]) delete places[inner]
  if (place === undefined) delete places[field]
  else places[field] = place
  return { ...selection, places }
}

interface SelectionFormProps {
  readonly selection: Selection
  /** What was chosen last may be newer than what was drawn last, so a change says what becomes of it. */
  readonly onChange: (change: (selection: Selection) => Selection) => void
  readonly onSubmit: () => void
  readonly isDrawing: boolean
}

type Change = SelectionFormProps["onChange"]

const SeedInput = ({ onChange, seed }: { readonly seed: string; readonly onChange: Change }) => (
  <TextInput
    label={words.seed}
    description={words.seedHint}
    placeholder={words.seedPlaceholder}
    maxLength={MAX_TEXT}
    value={seed}
    onChange={({ currentTarget: { value } }) => onChange((selection) => ({ ...selection, seed: value }))}
    rightSection={
      <Tooltip label={words.drawSeed}>
        <ActionIcon
          aria-label={words.drawSeed}
          onClick={() => onChange((selection) => ({ ...selection, seed: drawSeed() }))}
        >
          <ArrowSwitchIcon size={16} />
        </ActionIcon>
      </Tooltip>
    }
  />
)

const StrategyChoice = ({ onChange, strategy }: { readonly strategy: Strategy; readonly onChange: Change }) => (
  <Stack gap={2}>
    <Tooltip label={words.strategyHint}>
      <span className="field-label" id="strategy-label">
        {words.strategy}
      </span>
    </Tooltip>
    <SegmentedControl
      aria-labelledby="strategy-label"
      fullWidth
      value={strategy}
      onChange={(strategy) => onChange((selection) => ({ ...selection, strategy: strategy as Strategy }))}
      data={[
        { value: "random", label: words.strategies.random },
        { value: "instant", label: words.strategies.instant }
      ]}
    />
  </Stack>
)

/** The selection, filter by filter. */
export const SelectionForm = ({ isDrawing, onChange, onSubmit, selection }: SelectionFormProps) => {
  const { hasToken } = usePublicApi()
  const countries = useCountries()
  return (
    <Paper
      component="form"
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="sm">
        {countries.isError && <Failure error={countries.error} retry={() => void countries.refetch()} />}
        <Select
          label={words.country}
          placeholder={words.chooseCountry}
          searchable
          allowDeselect={false}
          disabled={!hasToken}
          data={(countries.data ?? [])
            .toSorted((one, other) => byCountryName(one.code, other.code))
            .map(({ code, residentialAvailable, residentialCount }) => ({
              value: code,
              label: words.countryOption(countryName(code), integer(residentialCount)),
              disabled: !residentialAvailable
            }))}
          value={selection.country === "" ? null : selection.country}
          onChange={(country) => onChange((selection) => ({ ...selection, country: country ?? "", places: {} }))}
          nothingFoundMessage={words.noCountry}
        />
        {placeFields.map((field) => (
          <PlaceSelect
            // What was typed for another country, region or city means nothing here.
            key={[field, selection.country, ...outside[field].map((outer) => selection.places[outer]?.id)].join(" ")}
            field={field}
            selection={selection}
            onChange={(place) => onChange((selection) => withPlace(selection, field, place))}
          />
        ))}
        <TextInput
          label={words.text}
          description={words.textHint}
          maxLength={MAX_TEXT}
          value={selection.q}
          onChange={({ currentTarget: { value } }) => onChange((selection) => ({ ...selection, q: value }))}
        />
        <SeedInput seed={selection.seed} onChange={onChange} />
        <NumberInput
          label={words.count}
          min={1}
          max={MAX_BATCH}
          allowDecimal={false}
          value={selection.count}
          onChange={(count) =>
            onChange((selection) => ({ ...selection, count: Math.min(Math.max(Number(count) || 1, 1), MAX_BATCH) }))
          }
        />
        <StrategyChoice strategy={selection.strategy} onChange={onChange} />
        <Button
          type="submit"
          loading={isDrawing}
          disabled={!hasToken || selection.country === ""}
          leftSection={<LocationIcon size={16} />}
        >
          {selection.count > 1 ? words.generateMany(integer(selection.count)) : words.generate}
        </Button>
      </Stack>
    </Paper>
  )
}
