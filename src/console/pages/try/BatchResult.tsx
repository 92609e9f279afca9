import { Alert, Button, Group, Paper, Stack, Table, Title } from "@mantine/core"
import { DownloadIcon } from "@primer/octicons-react"
import { useMemo } from "react"
import type { GeneratedBatch } from "../../../../schemas/Generation.ts"
import { integer } from "../../format.ts"
import { HomesMap } from "../../map/HomesMap.tsx"
import { CopyButton } from "../../parts/Copy.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { download } from "../../parts/download.ts"
import { EvidenceBadge } from "../../parts/Evidence.tsx"
import { type Cell, csv, tabbed } from "../../../../schemas/Spreadsheet.ts"
import { Empty } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.try.batch

type Batch = typeof GeneratedBatch.Type

const header = [
  "id",
  "countryCode",
  "formattedAddress",
  "houseNumber",
  "street",
  "unit",
  "district",
  "city",
  "region",
  "postcode",
  "latitude",
  "longitude",
  "evidence",
  "name",
  "email"
]

const rowsOf = (batch: Batch): ReadonlyArray<ReadonlyArray<Cell>> =>
  batch.results.map(({ address, profile }) => [
    address.id,
    address.countryCode,
    address.formattedAddress,
    address.components.houseNumber,
    address.components.street,
    address.components.unit,
    address.components.district,
    address.components.city,
    address.components.region,
    address.components.postcode,
    address.coordinates?.latitude,
    address.coordinates?.longitude,
    address.residential.evidence,
    profile.name.full,
    profile.email
  ])

/** Several addresses: on a map, in a table, and to download. */
export const BatchResult = ({ batch }: { readonly batch: Batch }) => {
  const points = useMemo(
    () =>
      batch.results.flatMap(({ address: { coordinates, residential } }) =>
        coordinates === undefined ? [] : [[coordinates.longitude, coordinates.latitude, residential.evidence] as const]
      ),
    [batch]
  )
  const file = `doorstep-${batch.country}-${batch.returnedCount}`
  return (
    <Paper>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{words.title(integer(batch.returnedCount))}</Title>
          <Group gap="xs">
            <CopyButton value={() => tabbed(header, rowsOf(batch))} label={words.copy} />
            <Button
              size="xs"
              variant="default"
              leftSection={<DownloadIcon size={14} />}
              onClick={() => download(`${file}.csv`, "text/csv;charset=utf-8", csv(header, rowsOf(batch)))}
            >
              {words.csv}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<DownloadIcon size={14} />}
              onClick={() => download(`${file}.json`, "application/json", JSON.stringify(batch.results, null, 2))}
            >
              {words.json}
            </Button>
          </Group>
        </Group>
        {batch.exhausted && (
          <Alert color="yellow" variant="light">
            {words.exhausted(integer(batch.requestedCount))}
          </Alert>
        )}
        {batch.results.length === 0 ? (
          <Empty title={words.none} />
        ) : (
          <>
            {points.length > 0 && <HomesMap points={points} height={300} label={words.mapLabel} />}
            <DataTable minWidth={520} highlight headings={[words.number, words.address, words.evidence, words.person]}>
              {batch.results.map(({ address, profile }, index) => (
                <Table.Tr key={`${index} ${address.id}`}>
                  <Table.Td c="dimmed">{integer(index + 1)}</Table.Td>
                  <Table.Td className="cell-text" translate="no" lang={address.language}>
                    <bdi>{address.formattedAddress}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <EvidenceBadge kind={address.residential.evidence} />
                  </Table.Td>
                  <Table.Td>{profile.name.full}</Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          </>
        )}
      </Stack>
    </Paper>
  )
}
