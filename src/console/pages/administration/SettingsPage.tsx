import { Badge, Button, Code, Group, Paper, Stack, Table, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { admin, ask } from "../../api/admin.ts"
import { useSignOut } from "../../api/session.ts"
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
          <Table.ScrollContainer minWidth={960}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.name}</Table.Th>
                  <Table.Th>{words.value}</Table.Th>
                  <Table.Th>{words.origin}</Table.Th>
                  <Table.Th>{words.purpose}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
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
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
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
          <Table.ScrollContainer minWidth={560}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.browser}</Table.Th>
                  <Table.Th>{words.ip}</Table.Th>
                  <Table.Th>{words.started}</Table.Th>
                  <Table.Th>{words.seen}</Table.Th>
                  <Table.Th>{words.ends}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
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
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
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
