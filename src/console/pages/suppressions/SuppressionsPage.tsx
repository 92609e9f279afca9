import { Badge, Button, Paper, Table, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { PlusIcon } from "@primer/octicons-react"
import { useState } from "react"
import type { Suppression } from "../../../../schemas/admin/Suppressions.ts"
import { admin, ask } from "../../api/admin.ts"
import { day, integer } from "../../format.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { LongList } from "../../parts/LongList.tsx"
import { Page } from "../../parts/Page.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { NewSuppression } from "./NewSuppression.tsx"

const words = strings.suppressions

const Row = ({ onLift, suppression }: { readonly suppression: Suppression; readonly onLift: () => void }) => {
  const { country, createdAt, id, kind, liftedAt, near, reason, withheld } = suppression
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} className="cell-text">
        {reason}
        <Text size="xs" c="dimmed">
          {id}
        </Text>
      </Table.Th>
      <Table.Td>{words.kinds[kind]}</Table.Td>
      <Table.Td>
        {country ?? "—"}
        {near !== null && (
          <Text size="xs" c="dimmed">
            {words.near(near.latitude, near.longitude)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="number">{integer(withheld)}</Table.Td>
      <Table.Td className="nowrap">{day(createdAt)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={liftedAt === null ? "door" : "gray"}>
          {liftedAt === null ? words.holds : words.lifted}
        </Badge>
      </Table.Td>
      <Table.Td>
        {liftedAt === null && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={onLift} aria-label={words.liftOf(reason)}>
            {words.lift}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

const Lift = ({
  onClose,
  suppression
}: {
  readonly suppression: Suppression | undefined
  readonly onClose: () => void
}) => {
  const queries = useQueryClient()
  const lift = useMutation({
    mutationFn: (id: string) => ask(admin.suppressions.lift({ params: { id } })),
    onSuccess: onClose,
    // Also if it fails, as it does after somebody else has lifted it.
    onSettled: () => queries.invalidateQueries({ queryKey: ["suppressions"] })
  })
  return (
    <Confirm
      opened={suppression !== undefined}
      onClose={onClose}
      title={words.liftTitle}
      action={words.lift}
      onConfirm={() => suppression !== undefined && lift.mutate(suppression.id)}
      request={lift}
    >
      {words.liftHint}
    </Confirm>
  )
}

/** What is withheld, and how to withhold more. */
export const SuppressionsPage = () => {
  const suppressions = useQuery({
    queryKey: ["suppressions"],
    queryFn: ({ signal }) => ask(admin.suppressions.list(), signal)
  })
  const [isCreating, creating] = useDisclosure()
  const [lifted, setLifted] = useState<Suppression>()
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <Button leftSection={<PlusIcon size={16} />} onClick={creating.open}>
          {words.create}
        </Button>
      }
    >
      <Paper>
        <Loaded query={suppressions}>
          {({ suppressions }) =>
            suppressions.length === 0 ? (
              <Empty title={words.none}>{words.noneHint}</Empty>
            ) : (
              <LongList all={suppressions} nameOf={({ id, reason }) => `${reason} ${id}`} find={words.findIn}>
                {(suppressions) => (
                  <DataTable
                    minWidth={760}
                    highlight
                    headings={[
                      words.reason,
                      words.kind,
                      words.country,
                      { number: words.withheld },
                      words.since,
                      words.state,
                      null
                    ]}
                  >
                    {suppressions.map((one) => (
                      <Row key={one.id} suppression={one} onLift={() => setLifted(one)} />
                    ))}
                  </DataTable>
                )}
              </LongList>
            )
          }
        </Loaded>
      </Paper>
      <NewSuppression opened={isCreating} onClose={creating.close} />
      <Lift suppression={lifted} onClose={() => setLifted(undefined)} />
    </Page>
  )
}
