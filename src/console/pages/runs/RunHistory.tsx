import { Anchor, Table } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import { admin, ask } from "../../api/admin.ts"
import { countryName, duration, integer } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { usePages } from "../../parts/address.ts"
import { ShowMore } from "../../parts/LongList.tsx"
import { OutcomeBadge } from "../../parts/runs.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"

const words = strings.runs

/** Runs of one source or of all, newest first. */
export const RunHistory = ({ source }: { readonly source?: string }) => {
  const runs = useInfiniteQuery({
    queryKey: ["runs", "history", source],
    queryFn: ({ pageParam, signal }) =>
      ask(
        admin.runs.list({
          query: {
            ...(source !== undefined && { source }),
            limit: 20,
            ...(pageParam !== null && { cursor: pageParam })
          }
        }),
        signal
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor
  })
  const { pages, showMore } = usePages(runs)
  const all = pages.flatMap(({ runs }) => runs)
  return (
    <Loaded query={runs}>
      {() =>
        all.length === 0 ? (
          <Empty title={words.none}>{words.noneHint}</Empty>
        ) : (
          <>
            <DataTable
              minWidth={640}
              highlight
              headings={[
                words.run,
                words.outcome,
                words.when,
                { number: words.took },
                { number: words.readColumn },
                { number: words.keptColumn },
                words.startedBy
              ]}
            >
              {all.map((run) => (
                <Table.Tr key={run.id}>
                  <Table.Td className="cell-text" miw={120}>
                    <Anchor component={Link} href={`/runs/${run.id}`} inherit>
                      {source === undefined ? words.of(run.source, countryName(run.country)) : countryName(run.country)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <OutcomeBadge run={run} />
                  </Table.Td>
                  <Table.Td>
                    <Time at={run.startedAt} />
                  </Table.Td>
                  <Table.Td className="number">
                    {run.endedAt === null ? "" : duration(Date.parse(run.endedAt) - Date.parse(run.startedAt))}
                  </Table.Td>
                  <Table.Td className="number">{integer(run.read)}</Table.Td>
                  <Table.Td className="number">{integer(run.kept)}</Table.Td>
                  <Table.Td className="nowrap">{words.starters[run.startedBy]}</Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
            {runs.hasNextPage && <ShowMore loading={runs.isFetchingNextPage} onClick={showMore} />}
          </>
        )
      }
    </Loaded>
  )
}
