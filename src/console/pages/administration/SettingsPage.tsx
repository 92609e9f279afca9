import { Badge, Button, Code, Group, Paper, Stack, Table, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { admin, ask } from "../../api/admin.ts"
import { useSignOut } from "../../api/session.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Page } from "../../parts/Page.tsx"
import { Failure, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"

const words = strings.settings

const Settings = () => {
  const settings = useQuery({
    queryKey: ["settings"],
    queryFn: ({ signal }) => ask(admin.administration.settings(), signal)
  })
  return (
    <Paper>
      <Title order={2} mb={4}>
        {words.effective}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words.effectiveHint}
      </Text>
      <Loaded query={settings} lines={8}>
        {({ settings }) => (
          <DataTable minWidth={960} headings={[words.name, words.value, words.origin, words.purpose]}>
            {settings.map((setting) => (
              <Table.Tr key={setting.name}>
                <Table.Th scope="row" fw={500}>
                  <code className="id">{setting.name}</code>
                </Table.Th>
                <Table.Td className="cell-text" miw={260}>
                  {setting.value === null || setting.value === "" ? (
                    <Text size="sm" c="dimmed">
                      {words.unset}
                    </Text>
                  ) : (
                    <Code>{setting.value}</Code>
                  )}
                </Table.Td>
                <Table.Td>
                  <Badge variant={setting.origin === "default" ? "default" : "light"}>
                    {words.origins[setting.origin]}
                  </Badge>
                </Table.Td>
                <Table.Td c="dimmed">{setting.description}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Loaded>
    </Paper>
  )
}

const Sessions = () => {
  const sessions = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => ask(admin.session.list(), signal)
  })
  const signOut = useSignOut()
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.sessions}</Title>
        <Button size="compact-sm" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate(true)}>
          {words.signOutAll}
        </Button>
      </Group>
      {signOut.isError && <Failure error={signOut.error} />}
      <Loaded query={sessions}>
        {({ sessions }) => (
          <DataTable minWidth={560} headings={[words.browser, words.ip, words.started, words.seen, words.ends]}>
            {sessions.map((session) => (
              <Table.Tr key={session.id}>
                <Table.Td className="cell-text">
                  {session.userAgent || words.unknown}{" "}
                  {session.current && <Badge variant="light">{words.current}</Badge>}
                </Table.Td>
                <Table.Td>{session.ip}</Table.Td>
                <Table.Td>
                  <Time at={session.startedAt} />
                </Table.Td>
                <Table.Td>
                  <Time at={session.lastSeenAt} />
                </Table.Td>
                <Table.Td>
                  <Time at={session.endsAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Loaded>
    </Paper>
  )
}

/** The service's configuration, and who is signed in. */
export const SettingsPage = () => (
  <Page title={words.title} description={words.description}>
    <Stack gap="md">
      <Settings />
      <Sessions />
    </Stack>
  </Page>
)
