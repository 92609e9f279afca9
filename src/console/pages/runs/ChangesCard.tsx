import { Accordion, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core"
import { useMemo } from "react"
import type { ChangeExample, ChangeKind, RunChanges } from "../../../../schemas/RunChanges.ts"
import { integer } from "../../format.ts"
import { HomesMap, type HomePoint, type Palette } from "../../map/HomesMap.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { strings } from "../../strings.ts"

const words = strings.results.changes

const kinds: ReadonlyArray<ChangeKind> = ["withdrawn", "changed", "added"]

/** From Okabe and Ito's palette, like the map's other colours. */
const palette: Palette = {
  withdrawn: { color: "#d55e00", name: words.kinds.withdrawn },
  changed: { color: "#e69f00", name: words.kinds.changed },
  added: { color: "#0072b2", name: words.kinds.added }
}

const signed = (sign: string, count: number): string => (count === 0 ? "" : `${sign}${integer(count)}`)

const Regions = ({ changes }: { readonly changes: RunChanges }) => {
  const { otherRegions, regions } = changes
  const rest = otherRegions.added + otherRegions.changed + otherRegions.withdrawn
  const rows = [
    ...regions.map((region) => ({ ...region, region: region.region === "" ? words.noRegion : region.region })),
    ...(rest === 0 ? [] : [{ region: words.otherRegions, ...otherRegions }])
  ]
  return (
    <DataTable
      minWidth={320}
      scrolls
      headings={[words.region, ...kinds.map((kind) => ({ number: words.kinds[kind] }))]}
    >
      {rows.map(({ added, changed, region, withdrawn }) => (
        <Table.Tr key={region}>
          <Table.Td>{region}</Table.Td>
          <Table.Td className="number">{signed("−", withdrawn)}</Table.Td>
          <Table.Td className="number">{signed("", changed)}</Table.Td>
          <Table.Td className="number">{signed("+", added)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  )
}

const Streets = ({ changes: { streets, streetsExact } }: { readonly changes: RunChanges }) => (
  <Stack gap="xs">
    <DataTable
      minWidth={320}
      scrolls
      headings={[words.street, { number: words.kinds.withdrawn }, { number: words.kinds.added }]}
    >
      {streets.map(({ added, city, street, withdrawn }) => (
        <Table.Tr key={`${street}\n${city}`}>
          <Table.Td>
            <bdi>{street}</bdi>
            {city !== "" && (
              <Text span size="xs" c="dimmed">
                {" "}
                <bdi>{city}</bdi>
              </Text>
            )}
          </Table.Td>
          <Table.Td className="number">{signed("−", withdrawn)}</Table.Td>
          <Table.Td className="number">{signed("+", added)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
    {!streetsExact && (
      <Text size="xs" c="dimmed">
        {words.streetsSampled}
      </Text>
    )}
  </Stack>
)

const Examples = ({ examples }: { readonly examples: ReadonlyArray<ChangeExample> }) => (
  <Accordion variant="default" chevronPosition="left" order={4}>
    {kinds
      .map((kind) => [kind, examples.filter((one) => one.kind === kind)] as const)
      .filter(([, of]) => of.length > 0)
      .map(([kind, of]) => (
        <Accordion.Item key={kind} value={kind}>
          <Accordion.Control>{words.show(words.kinds[kind], integer(of.length))}</Accordion.Control>
          <Accordion.Panel>
            <ul className="examples">
              {of.map(({ before, id, line, members }) => (
                <li key={id}>
                  <bdi>{line}</bdi> <code className="id">{id}</code>
                  {before !== null && (
                    <Text size="xs" c="dimmed">
                      {words.was(before)}
                    </Text>
                  )}
                  {members.length > 0 && (
                    <Text size="xs" c="dimmed">
                      {words.differs(members.join(", "))}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
  </Accordion>
)

/** What a run changed in the pool, or would have changed: where, and example addresses. */
export const ChangesCard = ({ changes }: { readonly changes: RunChanges }) => {
  const points = useMemo(
    () =>
      changes.examples.flatMap(({ kind, position }): ReadonlyArray<HomePoint> =>
        position === null ? [] : [[position[0], position[1], kind]]
      ),
    [changes]
  )
  return (
    <Paper data-testid="changes">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words[changes.of]}</Title>
        <Text size="sm">{kinds.map((kind) => `${words.kinds[kind]}: ${integer(changes[kind])}`).join(" · ")}</Text>
      </Group>
      {changes.of === "source" && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.sourceHint}
        </Text>
      )}
      <Stack gap="md">
        {points.length > 0 && (
          <HomesMap points={points} palette={palette} height={320} label={words.mapLabel(integer(points.length))} />
        )}
        <SimpleGrid cols={{ base: 1, md: changes.streets.length > 0 ? 2 : 1 }} spacing="md">
          <Stack gap="xs">
            <Title order={3}>{words.regions}</Title>
            <Regions changes={changes} />
          </Stack>
          {changes.streets.length > 0 && (
            <Stack gap="xs">
              <Title order={3}>{words.streets}</Title>
              <Streets changes={changes} />
            </Stack>
          )}
        </SimpleGrid>
        <div>
          <Title order={3}>{words.examples}</Title>
          <Text size="xs" c="dimmed">
            {words.examplesHint}
          </Text>
          <Examples examples={changes.examples} />
        </div>
      </Stack>
    </Paper>
  )
}
