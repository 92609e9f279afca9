import {
  Anchor,
  Box,
  Breadcrumbs,
  Grid,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  UnstyledButton
} from "@mantine/core"
import { SearchIcon } from "@primer/octicons-react"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import type { Place } from "../../../../schemas/admin/Pools.ts"
import { FilterText, MAX_TEXT } from "../../../../schemas/Fields.ts"
import { admin, ask } from "../../api/admin.ts"
import { faultOf } from "../../api/contract.ts"
import { countryName, integer } from "../../format.ts"
import { HomesMap } from "../../map/HomesMap.tsx"
import { ActionsHeader } from "../../parts/ActionsHeader.tsx"
import { type Changes, useAddress, usePages } from "../../parts/address.ts"
import { ShowMore } from "../../parts/LongList.tsx"
import { useSettledText } from "../../parts/settledText.ts"
import { Empty, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { type ChosenPlace, linkOf, type PlaceField, placeFields, placeOf } from "../try/Selection.ts"

const words = strings.pools

const levels = ["region", "city"] as const

interface Step {
  readonly type: (typeof levels)[number]
  readonly place: ChosenPlace
}

/** The path of places in the URL, outermost first. */
const pathOf = (parameters: URLSearchParams): ReadonlyArray<Step> =>
  levels.flatMap((type) => {
    const place = placeOf(parameters, type)
    return place === undefined ? [] : [{ type, place }]
  })

/** The reverse. The kind of the list and its length are reset in another place. */
const addressOf = (path: ReadonlyArray<Step>): Changes => {
  const changes: Record<string, string | undefined> = { list: undefined, find: undefined, pages: undefined }
  for (const type of levels) {
    const place = path.find((step) => step.type === type)?.place
    changes[`${type}Id`] = place?.id
    changes[type] = place?.value
  }
  return changes
}

/** What can be listed below each level. */
const below: Readonly<Record<"country" | Step["type"], ReadonlyArray<PlaceField>>> = {
  country: ["region", "city", "postcode"],
  region: ["city", "district", "postcode"],
  city: ["district", "postcode"]
}

const parentOf = (step: Step | undefined): { readonly parentType?: Step["type"]; readonly parentId?: string } =>
  step === undefined ? {} : { parentType: step.type, parentId: step.place.id }

const placesOf = (path: ReadonlyArray<Step>, type: PlaceField, place: Place) => {
  const chosen: Partial<Record<PlaceField, ChosenPlace>> = { [type]: place }
  for (const step of path) chosen[step.type] = step.place
  return Object.fromEntries(placeFields.flatMap((field) => (chosen[field] ? [[field, chosen[field]]] : [])))
}

interface PlacesProps {
  readonly country: string
  readonly path: ReadonlyArray<Step>
  readonly onEnter: (step: Step) => void
}

interface PlaceRowProps extends PlacesProps {
  readonly childType: PlaceField
  readonly place: Place
}

const PlaceRow = ({ childType, country, onEnter, path, place }: PlaceRowProps) => (
  <Table.Tr>
    <Table.Td className="cell-text">
      {childType === "region" || childType === "city" ? (
        <UnstyledButton className="link-button" onClick={() => onEnter({ type: childType, place })}>
          {place.value}
        </UnstyledButton>
      ) : (
        place.value
      )}
    </Table.Td>
    <Table.Td className="number">{integer(place.residential)}</Table.Td>
    <Table.Td className="number">
      {place.residential > 0 && (
        <Anchor
          component={Link}
          size="sm"
          href={linkOf({
            country,
            places: placesOf(path, childType, place),
            q: "",
            seed: "",
            strategy: "random",
            count: 1
          })}
          aria-label={words.tryPlace(place.value)}
        >
          {words.tryIt}
        </Anchor>
      )}
    </Table.Td>
  </Table.Tr>
)

/** As many as the service sends at once: few countries have more regions. */
const PAGE = 200

/** Pages come by name. A list of a single page begins with the places that have most homes. */
const ordered = (
  pages: ReadonlyArray<{ readonly places: ReadonlyArray<Place>; readonly nextCursor: string | null }>
): ReadonlyArray<Place> => {
  const places = pages.flatMap(({ places }) => places)
  const isWhole = pages.length === 1 && pages[0]?.nextCursor === null
  return isWhole ? places.toSorted((one, other) => other.residential - one.residential) : places
}

interface PlaceFilter extends ReturnType<typeof parentOf> {
  readonly childType: PlaceField
  readonly q?: string
}

const usePlaces = (country: string, filter: PlaceFilter) =>
  useInfiniteQuery({
    queryKey: ["pools", country, "places", filter],
    queryFn: ({ pageParam, signal }) =>
      ask(
        admin.pools.places({
          params: { country },
          query: { ...filter, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }
        }),
        signal
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor
  })

const Places = ({ country, onEnter, path }: PlacesProps) => {
  const parent = path.at(-1)
  const types = below[parent?.type ?? "country"]
  const { adjust, go, parameters } = useAddress()
  const childType = types.find((type) => type === parameters.get("list")) ?? types[0]!
  const [text, setText] = useSettledText(parameters.get("find") ?? "", (find) => adjust({ find, pages: undefined }))
  const found = (parameters.get("find") ?? "").trim()
  const q = faultOf(FilterText, found) === undefined ? found : ""
  const filter = { childType, ...parentOf(parent), ...(q !== "" && { q }) }
  const places = usePlaces(country, filter)
  const { pages, showMore } = usePages(places)
  const total = pages[0]?.total ?? 0
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SegmentedControl
          aria-label={words.placeType}
          value={childType}
          onChange={(list) => go({ list, pages: undefined })}
          data={types.map((type) => ({ value: type, label: words.placeTypes[type] }))}
        />
        <TextInput
          aria-label={strings.common.find}
          placeholder={strings.common.find}
          leftSection={<SearchIcon size={15} />}
          value={text}
          maxLength={MAX_TEXT}
          onChange={(event) => setText(event.currentTarget.value)}
          style={{ flex: 1, minWidth: 140 }}
        />
      </Group>
      <Loaded query={places} lines={8}>
        {() =>
          total === 0 ? (
            <Empty title={words.noPlaces} />
          ) : (
            <Box className="scroll-list" tabIndex={0} role="region" aria-label={words.places}>
              <Table stickyHeader highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{words.placeCount(words.placeTypes[childType], integer(total))}</Table.Th>
                    <Table.Th className="number">{words.homes}</Table.Th>
                    <ActionsHeader />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {ordered(pages).map((place) => (
                    <PlaceRow key={place.id} {...{ country, childType, onEnter, path, place }} />
                  ))}
                </Table.Tbody>
              </Table>
              {places.hasNextPage && <ShowMore loading={places.isFetchingNextPage} onClick={showMore} />}
            </Box>
          )
        }
      </Loaded>
    </Stack>
  )
}

interface PlaceMapProps {
  readonly country: string
  readonly placeId: string | undefined
  readonly name: string
}

const PlaceMap = ({ country, name, placeId }: PlaceMapProps) => {
  const map = useQuery({
    queryKey: ["pools", country, "map", placeId],
    queryFn: ({ signal }) =>
      ask(admin.pools.map({ params: { country }, query: placeId === undefined ? {} : { placeId } }), signal),
    staleTime: 60_000
  })
  return (
    <Loaded query={map}>
      {({ points, residential }) =>
        points.length === 0 ? (
          <Empty title={words.noPoints} />
        ) : (
          <Stack gap={4} h="100%">
            <HomesMap points={points} height={420} label={words.mapLabel(name, integer(points.length))} />
            <Text size="xs" c="dimmed">
              {words.sample(integer(points.length), integer(residential))}
            </Text>
          </Stack>
        )
      }
    </Loaded>
  )
}

/** A country's places level by level, and its homes on a map. */
export const PlacesCard = ({ country }: { readonly country: string }) => {
  const { go, parameters } = useAddress()
  const path = pathOf(parameters)
  const enter = (path: ReadonlyArray<Step>) => go(addressOf(path))
  const parent = path.at(-1)
  return (
    <Paper>
      <Group justify="space-between" mb="md">
        <Title order={2}>{words.places}</Title>
        <Breadcrumbs aria-label={words.path}>
          <UnstyledButton className="link-button" onClick={() => enter([])}>
            {countryName(country)}
          </UnstyledButton>
          {path.map((step, index) => (
            <UnstyledButton key={step.place.id} className="link-button" onClick={() => enter(path.slice(0, index + 1))}>
              {step.place.value}
            </UnstyledButton>
          ))}
        </Breadcrumbs>
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Places
            key={parent?.place.id ?? country}
            country={country}
            path={path}
            onEnter={(step) => enter([...path, step])}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <PlaceMap country={country} placeId={parent?.place.id} name={parent?.place.value ?? countryName(country)} />
        </Grid.Col>
      </Grid>
    </Paper>
  )
}
