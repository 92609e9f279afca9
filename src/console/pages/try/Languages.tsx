import { Box, Group, Paper, Stack, Table, Tabs, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Address } from "../../../../schemas/Address.ts"
import { type ComponentName, TargetLocale, type Translation } from "../../../../schemas/Translation.ts"
import { ask } from "../../api/admin.ts"
import { usePublicApi } from "../../api/public.ts"
import { CopyIcon } from "../../parts/Copy.tsx"
import { Envelope } from "../../parts/Envelope.tsx"
import { Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.try.languages

const Translated = ({ translation }: { readonly translation: Translation }) => (
  <Group align="flex-start" gap="xl" mt="md">
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Envelope lines={translation.lines} language={translation.targetLocale} />
      <CopyIcon value={() => translation.lines.join("\n")} label={words.copy} />
    </Group>
    <Box style={{ flex: "1 1 280px" }}>
      <Table withRowBorders={false} verticalSpacing={3} aria-label={words.components}>
        <Table.Tbody>
          {(Object.keys(translation.components) as ReadonlyArray<ComponentName>).map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} c="dimmed">
                {strings.components[name]}
              </Table.Th>
              <Table.Td lang={translation.targetLocale} style={{ overflowWrap: "anywhere" }}>
                {translation.components[name]}
              </Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed">
                  {words.methods[translation.methods[name] ?? "original"]}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  </Group>
)

/** The address in the nine display languages, each requested when it is opened. */
export const Languages = ({ address }: { readonly address: Address }) => {
  const [locale, setLocale] = useState<TargetLocale>("en")
  const { client, hasToken, tokenKind } = usePublicApi()
  const translation = useQuery({
    queryKey: ["translation", tokenKind, address.id, locale],
    queryFn: ({ signal }) =>
      ask(client.addresses.translate({ payload: { addressId: address.id, targetLocale: locale } }), signal),
    enabled: hasToken,
    staleTime: Infinity
  })
  return (
    <Paper>
      <Stack gap="xs">
        <Title order={2}>{words.title}</Title>
        <Tabs value={locale} onChange={(value) => setLocale((value ?? "en") as TargetLocale)} variant="pills">
          <Tabs.List aria-label={words.title}>
            {TargetLocale.literals.map((locale) => (
              <Tabs.Tab key={locale} value={locale} size="xs">
                {words.names[locale]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={locale}>
            <Loaded query={translation} lines={3}>
              {(value) => <Translated translation={value} />}
            </Loaded>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Paper>
  )
}
