import { Alert, Badge, Paper, SimpleGrid, Table, Text, Title } from "@mantine/core"
import { AlertIcon } from "@primer/octicons-react"
import type { Machines, MachineProcess, MachineRunner } from "../../../../schemas/admin/Machines.ts"
import { useMachines } from "../../api/queries.ts"
import { bytes, decimal, duration, integer } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Page } from "../../parts/Page.tsx"
import { Stat } from "../../parts/Stat.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"
import { ServerUse } from "../overview/ReadServers.tsx"

const words = strings.machines

const Sign = ({
  silent,
  silentSeconds,
  stuck = null
}: Pick<MachineRunner, "silent" | "silentSeconds"> & Partial<Pick<MachineRunner, "stuck">>) => (
  <>
    <Badge color={silent || stuck !== null ? "orange" : "door"} variant="light">
      {silent ? words.silent(duration(silentSeconds * 1_000)) : stuck === null ? words.well : words.isStuck}
    </Badge>
    {!silent && stuck !== null && (
      <Text size="xs" c="dimmed">
        {stuck}
      </Text>
    )}
  </>
)

/** What a process is doing, line by line. */
const Doing = ({
  process,
  runner
}: {
  readonly process: MachineProcess
  readonly runner: MachineRunner | undefined
}) => (
  <>
    {process.requestsPerSecond !== null && (
      <Text size="sm">{words.serves(decimal(process.requestsPerSecond), decimal(process.drawsPerSecond ?? 0))}</Text>
    )}
    {runner !== undefined && <Text size="sm">{runner.worksOn.join(", ")}</Text>}
  </>
)

const Processes = ({ machines: { processes, runners } }: { readonly machines: Machines }) => (
  <Paper>
    <Title order={2} mb="sm">
      {words.processes}
    </Title>
    <DataTable
      minWidth={760}
      headings={[
        words.process,
        words.state,
        words.version,
        words.started,
        words.doing,
        { number: words.cores },
        { number: words.memory }
      ]}
    >
      {processes.map((process) => (
        <Table.Tr key={process.name}>
          <Table.Th scope="row" fw={500}>
            {process.name}
            <Text size="xs" c="dimmed">
              {process.listens ?? words.listensNowhere}
            </Text>
          </Table.Th>
          <Table.Td>
            <Sign {...process} />
          </Table.Td>
          <Table.Td>{process.version}</Table.Td>
          <Table.Td>
            <Time at={process.startedAt} />
          </Table.Td>
          <Table.Td>
            <Doing process={process} runner={runners.find(({ name }) => name === process.name)} />
          </Table.Td>
          <Table.Td className="number">{process.cores === null ? "?" : decimal(process.cores)}</Table.Td>
          <Table.Td className="number">{process.memoryBytes === null ? "?" : bytes(process.memoryBytes)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  </Paper>
)

const Runners = ({ machines: { runners, shards } }: { readonly machines: Machines }) => (
  <Paper>
    <Title order={2} mb="sm">
      {words.runners}
    </Title>
    {runners.length === 0 ? (
      <Empty title={words.noRunners}>{words.noRunnersHint}</Empty>
    ) : (
      <DataTable
        minWidth={560}
        headings={[words.runner, words.state, { number: words.shards }, { number: words.parts }, words.work]}
      >
        {runners.map((runner) => (
          <Table.Tr key={runner.name}>
            <Table.Th scope="row" fw={500}>
              {runner.name}
            </Table.Th>
            <Table.Td>
              <Sign {...runner} />
            </Table.Td>
            <Table.Td className="number">{words.of(integer(runner.shards), integer(shards))}</Table.Td>
            <Table.Td className="number">{runner.partsRead === null ? "?" : integer(runner.partsRead)}</Table.Td>
            <Table.Td>{runner.worksOn.length === 0 ? words.nothing : runner.worksOn.join(", ")}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    )}
  </Paper>
)

/** Which process reads from which server; each process decides for itself. */
const ReadServers = ({ processes }: { readonly processes: ReadonlyArray<MachineProcess> }) => (
  <Paper>
    <Title order={2} mb="sm">
      {strings.overview.readServers.title}
    </Title>
    <DataTable
      minWidth={560}
      headings={[
        strings.overview.readServers.server,
        words.seenBy,
        words.state,
        { number: strings.overview.readServers.lag }
      ]}
    >
      {processes.flatMap((process) =>
        process.readServers.map((server) => (
          <Table.Tr key={`${process.name} ${server.name}`}>
            <Table.Th scope="row" fw={500}>
              {server.name}
              <Text size="xs" c="dimmed">
                {strings.overview.readServers.roles[server.role]}
              </Text>
            </Table.Th>
            <Table.Td>{process.name}</Table.Td>
            <Table.Td>
              <ServerUse {...server} />
            </Table.Td>
            <Table.Td className="number">
              {server.role === "primary"
                ? ""
                : server.lagSeconds === null
                  ? "?"
                  : words.seconds(decimal(server.lagSeconds))}
            </Table.Td>
          </Table.Tr>
        ))
      )}
    </DataTable>
  </Paper>
)

/** What needs attention: different versions side by side, and work that is stuck. */
const Notes = ({ machines: { processes, schema, waiting } }: { readonly machines: Machines }) => {
  const versions = Array.from(new Set(processes.map(({ version }) => version)))
  const notes = [
    ...(versions.length > 1 ? [words.versions(versions.join(", "))] : []),
    ...(schema.ahead.length > 0 ? [words.ahead(schema.ahead.join(", "))] : []),
    ...(waiting.stuck ? [words.stuck(duration(waiting.oldestSeconds * 1_000))] : [])
  ]
  return notes.length === 0 ? null : (
    <Alert color="orange" variant="light" icon={<AlertIcon />} py="xs">
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </Alert>
  )
}

/** All processes that share the database, and what each of them does. */
export const MachinesPage = () => (
  <Page title={words.title} description={words.description}>
    <Loaded query={useMachines()}>
      {(machines) => (
        <>
          <Notes machines={machines} />
          <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
            <Stat
              label={words.serving}
              value={integer(machines.processes.filter(({ role }) => role === "serve").length)}
            />
            <Stat label={words.runners} value={integer(machines.runners.length)} />
            <Stat label={words.ordered} value={integer(machines.waiting.ordered)} />
            <Stat
              label={words.messages}
              value={integer(machines.waiting.messages)}
              hint={
                machines.waiting.messages === 0
                  ? words.messagesHint
                  : words.oldest(duration(machines.waiting.oldestSeconds * 1_000))
              }
            />
          </SimpleGrid>
          <Processes machines={machines} />
          <Runners machines={machines} />
          {machines.processes.some(({ readServers }) => readServers.length > 0) && (
            <ReadServers processes={machines.processes} />
          )}
        </>
      )}
    </Loaded>
  </Page>
)
