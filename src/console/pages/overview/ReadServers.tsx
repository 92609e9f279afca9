import { Badge, Paper, Table, Text, Title } from "@mantine/core"
import type { Overview } from "../../../../schemas/admin/Overview.ts"
import { decimal, integer } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { strings } from "../../strings.ts"

const words = strings.overview.readServers

type Server = Overview["readServers"][number]

/** Countries whose pools are older on this server than on another. */
const olderOn = (server: Server, servers: ReadonlyArray<Server>): ReadonlyArray<string> => {
  const newest = new Map<string, number>()
  for (const { versions } of servers) {
    for (const [country, version] of Object.entries(versions)) {
      newest.set(country, Math.max(version, newest.get(country) ?? 0))
    }
  }
  return Array.from(newest).flatMap(([country, version]) =>
    (server.versions[country] ?? 0) < version ? [country] : []
  )
}

const lagOf = ({ lagBytes, lagSeconds, role }: Server): string => {
  if (role === "primary") return ""
  return lagSeconds === null || lagBytes === null ? "?" : words.lagOf(decimal(lagSeconds), integer(lagBytes))
}

/** Whether a server is read from, and if not, why. */
export const ServerUse = ({ used, why }: Pick<Server, "used" | "why">) => (
  <>
    <Badge color={used ? "door" : "orange"} variant="light">
      {used ? words.used : words.leftOut}
    </Badge>
    {why !== null && <Text size="sm">{why}</Text>}
  </>
)

/** The servers that published pools are read from, if there are replicas. */
export const ReadServers = ({ servers }: { readonly servers: ReadonlyArray<Server> }) => (
  <Paper>
    <Title order={2} mb="sm">
      {words.title}
    </Title>
    <DataTable minWidth={560} headings={[words.server, words.use, words.lag, words.pools, { number: words.answered }]}>
      {servers.map((server) => {
        const older = olderOn(server, servers)
        return (
          <Table.Tr key={server.name}>
            <Table.Td>
              {server.name}
              <Text size="xs" c="dimmed">
                {words.roles[server.role]}
              </Text>
            </Table.Td>
            <Table.Td>
              <ServerUse {...server} />
            </Table.Td>
            <Table.Td>{lagOf(server)}</Table.Td>
            <Table.Td>{older.length === 0 ? words.newest : words.older(older.join(", "))}</Table.Td>
            <Table.Td className="number">{integer(server.answered)}</Table.Td>
          </Table.Tr>
        )
      })}
    </DataTable>
  </Paper>
)
