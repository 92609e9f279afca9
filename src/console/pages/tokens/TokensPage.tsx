import { Badge, Button, Group, Paper, Switch, Table, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { GraphIcon, PlusIcon } from "@primer/octicons-react"
import { useState } from "react"
import type { Token } from "../../../../schemas/admin/Tokens.ts"
import { useTokens } from "../../api/queries.ts"
import { day, integer } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { useAddress } from "../../parts/address.ts"
import { LongList } from "../../parts/LongList.tsx"
import { Page } from "../../parts/Page.tsx"
import { Empty, Loaded } from "../../parts/States.tsx"
import { Time } from "../../parts/Time.tsx"
import { strings } from "../../strings.ts"
import { NewToken } from "./NewToken.tsx"
import { RevokeToken } from "./RevokeToken.tsx"
import { TokenUseDialog } from "./TokenUseDialog.tsx"

const words = strings.tokens

const stateColors: Readonly<Record<Token["state"], string>> = { active: "door", expired: "gray", revoked: "gray" }

const TokenRow = ({
  onLook,
  onRevoke,
  token
}: {
  readonly token: Token
  readonly onLook: () => void
  readonly onRevoke: () => void
}) => (
  <Table.Tr>
    <Table.Th scope="row" fw={500} className="cell-text">
      {token.name}
      {token.isConsole && (
        <Text size="xs" c="dimmed">
          {words.console}
        </Text>
      )}
    </Table.Th>
    <Table.Td>
      <Badge variant="light" color={stateColors[token.state]}>
        {words.states[token.state]}
      </Badge>
    </Table.Td>
    <Table.Td>{words.scopes[token.scope]}</Table.Td>
    <Table.Td className="number">{words.perMinute(integer(token.rateLimit))}</Table.Td>
    <Table.Td className="nowrap">{token.expiresAt === null ? words.noExpiry : day(token.expiresAt)}</Table.Td>
    <Table.Td>{token.lastUsedAt === null ? strings.common.never : <Time at={token.lastUsedAt} />}</Table.Td>
    <Table.Td className="number">
      {integer(token.requestsToday)}
      {token.refusedToday > 0 && (
        <Text size="xs" c="var(--warn-text)">
          {words.refused(integer(token.refusedToday))}
        </Text>
      )}
    </Table.Td>
    <Table.Td>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<GraphIcon size={14} />}
          onClick={onLook}
          aria-label={words.usageOf(token.name)}
        >
          {words.usage}
        </Button>
        {token.state === "active" && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={onRevoke}
            aria-label={words.revokeOf(token.name)}
          >
            {words.revoke}
          </Button>
        )}
      </Group>
    </Table.Td>
  </Table.Tr>
)

/** API tokens: their limits, their expiry, and their use. */
export const TokensPage = () => {
  const tokens = useTokens()
  const [isCreating, creating] = useDisclosure()
  const { adjust, go, parameters } = useAddress()
  const showsAll = parameters.get("all") === "true"
  const looked = tokens.data?.tokens.find(({ id }) => id === parameters.get("use"))
  const [revoked, setRevoked] = useState<Token>()
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
        <Loaded query={tokens}>
          {({ tokens }) => {
            const shown = tokens.filter(({ isConsole, state }) => showsAll || (state === "active" && !isConsole))
            return (
              <>
                <Group justify="flex-end" mb="xs">
                  <Switch
                    size="xs"
                    labelPosition="left"
                    label={words.showAll}
                    checked={showsAll}
                    onChange={(event) => go({ all: event.currentTarget.checked ? "true" : undefined })}
                  />
                </Group>
                {shown.length === 0 ? (
                  <Empty title={words.none}>{words.noneHint}</Empty>
                ) : (
                  <LongList all={shown} nameOf={({ name }) => name}>
                    {(shown) => (
                      <DataTable
                        minWidth={820}
                        highlight
                        headings={[
                          words.name,
                          words.state,
                          words.scope,
                          { number: words.limit },
                          words.expires,
                          words.lastUsed,
                          { number: words.today },
                          null
                        ]}
                      >
                        {shown.map((token) => (
                          <TokenRow
                            key={token.id}
                            token={token}
                            onLook={() => go({ use: token.id })}
                            onRevoke={() => setRevoked(token)}
                          />
                        ))}
                      </DataTable>
                    )}
                  </LongList>
                )}
              </>
            )
          }}
        </Loaded>
      </Paper>
      <NewToken opened={isCreating} onClose={creating.close} />
      <TokenUseDialog token={looked} onClose={() => adjust({ use: undefined, range: undefined })} />
      <RevokeToken token={revoked} onClose={() => setRevoked(undefined)} />
    </Page>
  )
}
