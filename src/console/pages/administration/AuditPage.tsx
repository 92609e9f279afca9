import { Badge, Paper, Select, Stack, Table, Text } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import type { AuditEntry } from "../../../../schemas/admin/Administration.ts"
import { admin, ask } from "../../api/admin.ts"
import { moment } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { useAddress, usePages } from "../../parts/address.ts"
import { ShowMore } from "../../parts/LongList.tsx"
import { Page } from "../../parts/Page.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.audit

const colors: Readonly<Record<AuditEntry["result"], string>> = { done: "door", refused: "orange", failed: "red" }

const EntryRow = ({ entry }: { readonly entry: AuditEntry }) => (
  <Table.Tr>
    <Table.Td className="nowrap">{moment(entry.at)}</Table.Td>
    <Table.Td miw={128}>{(words.actions as Readonly<Record<string, string>>)[entry.action] ?? entry.action}</Table.Td>
    <Table.Td className="cell-text" miw={180}>
      {entry.target}
    </Table.Td>
    <Table.Td>
      <Badge variant="light" color={colors[entry.result]}>
        {words.results[entry.result]}
      </Badge>
    </Table.Td>
    <Table.Td className="cell-text">{entry.detail}</Table.Td>
    <Table.Td>
      {entry.ip ?? words.commandLine}
      {entry.session !== null && (
        <Text size="xs" c="dimmed">
          {entry.session}
        </Text>
      )}
    </Table.Td>
  </Table.Tr>
)

export const AuditPage = () => {
  const { go, parameters } = useAddress()
  const asked = parameters.get("action")
  const action = asked !== null && asked in words.actions ? asked : null
  const audit = useInfiniteQuery({
    queryKey: ["audit", action],
    queryFn: ({ pageParam, signal }) =>
      ask(
        admin.administration.audit({
          query: { ...(action !== null && { action }), limit: 50, ...(pageParam !== null && { cursor: pageParam }) }
        }),
        signal
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor
  })
  const { pages, showMore } = usePages(audit)
  const entries = pages.flatMap(({ entries }) => entries)
  return (
    <Page title={words.title} description={words.description}>
      <Paper>
        <Stack gap="sm">
          <Select
            aria-label={words.filter}
            placeholder={words.all}
            clearable
            searchable
            maw={280}
            data={Object.entries(words.actions).map(([value, label]) => ({ value, label }))}
            value={action}
            onChange={(action) => go({ action: action ?? undefined, pages: undefined })}
          />
          <Loaded query={audit} lines={8}>
            {() =>
              entries.length === 0 ? (
                <Empty title={words.none} />
              ) : (
                <DataTable
                  minWidth={960}
                  highlight
                  headings={[words.at, words.action, words.target, words.result, words.detail, words.from]}
                >
                  {entries.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} />
                  ))}
                </DataTable>
              )
            }
          </Loaded>
          {audit.hasNextPage && <ShowMore loading={audit.isFetchingNextPage} onClick={showMore} />}
        </Stack>
      </Paper>
    </Page>
  )
}
