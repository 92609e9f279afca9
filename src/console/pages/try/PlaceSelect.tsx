import { Group, Loader, Select, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { LocationItem, LocationSearch } from "../../../../schemas/Locations.ts"
import { ask } from "../../api/admin.ts"
import { usePublicApi } from "../../api/public.ts"
import { integer } from "../../format.ts"
import { strings } from "../../strings.ts"
import type { ChosenPlace, PlaceField, Selection } from "./Selection.ts"

const itemsOf = (found: LocationSearch): ReadonlyArray<LocationItem> => {
  if ("regions" in found) return found.regions
  if ("cities" in found) return found.cities
  if ("districts" in found) return found.districts
  return found.postcodes
}

interface PlaceSelectProps {
  readonly field: PlaceField
  readonly selection: Selection
  readonly onChange: (place: ChosenPlace | undefined) => void
}

/** Finds a place of the catalog while its name is typed. */
export const PlaceSelect = ({ field, onChange, selection }: PlaceSelectProps) => {
  const { country, places } = selection
  const chosen = places[field]
  const { client, hasToken, tokenKind } = usePublicApi()
  const [text, setText] = useState(chosen?.value ?? "")
  const [settled] = useDebouncedValue(text, 200)
  // The name of the chosen place is not a search: all places are offered again.
  const q = settled.trim() === chosen?.value ? "" : settled.trim().slice(0, 300)
  const query = {
    country,
    field,
    residential: true,
    limit: 50,
    ...(q !== "" && { q }),
    ...(field !== "region" && places.region && { regionId: places.region.id }),
    ...((field === "district" || field === "postcode") && places.city && { cityId: places.city.id })
  }
  const found = useQuery({
    queryKey: ["places", tokenKind, query],
    queryFn: ({ signal }) => ask(client.locations.search({ query }), signal),
    enabled: hasToken && country !== "",
    placeholderData: keepPreviousData
  })
  const items = found.data === undefined ? [] : itemsOf(found.data)
  const counts = new Map(items.map((item) => [item.id, item.availableCount]))
  const options = items.map(({ availableCount, id, value }) => ({
    value: id,
    label: value,
    disabled: availableCount === 0
  }))
  if (chosen !== undefined && !counts.has(chosen.id)) {
    options.unshift({ value: chosen.id, label: chosen.value, disabled: false })
  }
  const hasNone = found.data !== undefined && !found.isPlaceholderData && q === "" && found.data.total === 0
  const words = strings.try.places[field]
  return (
    <Select
      label={words.label}
      placeholder={hasNone ? words.none : words.any}
      disabled={!hasToken || (hasNone && chosen === undefined)}
      searchable
      clearable
      clearButtonProps={{ "aria-label": strings.try.clear(words.label), tabIndex: 0 }}
      data={options}
      // The service has already searched.
      filter={({ options }) => options}
      value={chosen?.id ?? null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id, option) => onChange(id === null ? undefined : { id, value: option?.label ?? id })}
      nothingFoundMessage={found.isFetching ? strings.common.searching : strings.common.noMatch}
      rightSection={found.isFetching && q !== "" ? <Loader size={14} /> : undefined}
      maxDropdownHeight={280}
      error={found.isError ? strings.try.searchFailed : undefined}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%" gap="sm">
          <span>{option.label}</span>
          <Text size="xs" c="dimmed" className="nowrap">
            {counts.has(option.value) ? integer(counts.get(option.value)!) : ""}
          </Text>
        </Group>
      )}
    />
  )
}
