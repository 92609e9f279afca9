import { Badge, Button, Group, Paper, Table, Text, Title } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { KeptDownload } from "../../../../schemas/admin/Downloads.ts"
import { admin, ask } from "../../api/admin.ts"
import { useDownloads } from "../../api/queries.ts"
import { bytes, ratio } from "../../format.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"

const words = strings.downloads

const nameOf = ({ url }: KeptDownload): string => url.slice(url.lastIndexOf("/") + 1) || url

const stateOf = ({ bytes, complete, inUse, totalBytes }: KeptDownload): string => {
  if (inUse) return words.inUse
  if (complete) return words.complete
  return totalBytes === null || totalBytes === 0
    ? words.partialUnknown
    : words.partial(ratio(Math.floor((bytes / totalBytes) * 100) / 100))
}

interface DownloadRowProps {
  readonly download: KeptDownload
  readonly onClear: () => void
}

const DownloadRow = ({ download, onClear }: DownloadRowProps) => (
  <Table.Tr>
    <Table.Th scope="row" fw={500} className="cell-text">
      {nameOf(download)}
      <Text size="xs" c="dimmed">
        {words.of(download.source, download.host)}
      </Text>
    </Table.Th>
    <Table.Td className="number">{bytes(download.bytes)}</Table.Td>
    <Table.Td>
      <Badge variant="default">{stateOf(download)}</Badge>
    </Table.Td>
    <Table.Td>
      <Time at={download.fetchedAt} />
    </Table.Td>
    <Table.Td className="number">
      <Button
        size="compact-sm"
        variant="default"
        disabled={download.inUse}
        aria-label={words.clearOf(nameOf(download))}
        onClick={onClear}
      >
        {words.clear}
      </Button>
    </Table.Td>
  </Table.Tr>
)

/** The download to clear, or all of them. */
type Wanted = KeptDownload | "all"

/** What sources have downloaded, its size, and how to clear it. */
export const DownloadsCard = () => {
  const downloads = useDownloads()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<Wanted>()
  const close = () => setWanted(undefined)
  const clear = useMutation({
    mutationFn: (wanted: Wanted) =>
      ask(wanted === "all" ? admin.downloads.clear() : admin.downloads.remove({ params: { id: wanted.id } })),
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ["downloads"] })
  })
  return (
    <Paper data-testid="downloads">
      <Group justify="space-between" mb={4}>
        <Title order={2}>{words.title}</Title>
        {(downloads.data?.downloads.length ?? 0) > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setWanted("all")}>
            {words.clearAll}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {words.hint}
      </Text>
      <Loaded query={downloads}>
        {({ bytes: used, downloads, free }) => (
          <>
            {downloads.length === 0 ? (
              <Empty title={words.none}>{words.noneHint}</Empty>
            ) : (
              <DataTable
                minWidth={560}
                highlight
                headings={[words.file, { number: words.size }, words.state, words.at, null]}
              >
                {downloads.map((download) => (
                  <DownloadRow key={download.id} download={download} onClear={() => setWanted(download)} />
                ))}
              </DataTable>
            )}
            <Text size="sm" mt="sm">
              {free === null ? words.used(bytes(used)) : words.total(bytes(used), bytes(free))}
            </Text>
            <Confirm
              opened={wanted !== undefined}
              onClose={close}
              title={wanted === undefined || wanted === "all" ? words.clearAllTitle : words.clearTitle(nameOf(wanted))}
              action={wanted === undefined || wanted === "all" ? words.clearAll : words.clear}
              onConfirm={() => wanted !== undefined && clear.mutate(wanted)}
              request={clear}
            >
              {wanted === undefined || wanted === "all"
                ? words.clearAllHint(bytes(used))
                : words.clearHint(bytes(wanted.bytes))}
            </Confirm>
          </>
        )}
      </Loaded>
    </Paper>
  )
}
