import { Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { Token } from "../../../../schemas/admin/Tokens.ts"
import { admin, ask } from "../../api/admin.ts"
import { Chart } from "../../charts/Chart.tsx"
import { calendarDay, clock, integer } from "../../format.ts"
import { useAddress } from "../../parts/address.ts"
import { Empty, Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.tokens

const Use = ({ token }: { readonly token: Token }) => {
  const { adjust, parameters } = useAddress()
  const range = parameters.get("range") === "month" ? "month" : "day"
  const use = useQuery({
    queryKey: ["tokens", token.id, "use", range],
    queryFn: ({ signal }) => ask(admin.tokens.use({ params: { id: token.id }, query: { range } }), signal)
  })
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          <code className="id">{token.id}</code>
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.range}
          value={range}
          onChange={(value) => adjust({ range: value === "month" ? value : undefined })}
          data={[
            { value: "day", label: words.ranges.day },
            { value: "month", label: words.ranges.month }
          ]}
        />
      </Group>
      <Loaded query={use}>
        {({ points, step }) => {
          const total = points.reduce((sum, { requests }) => sum + requests, 0)
          return points.every(({ refused, requests }) => requests + refused === 0) ? (
            <Empty title={words.unused} />
          ) : (
            <Chart
              height={260}
              label={words.usageLabel(integer(total))}
              data={points.map(({ at, refused, requests }) => ({
                label: step === "hour" ? clock(at) : calendarDay(at),
                [words.seriesRequests]: requests,
                [words.seriesRefused]: refused
              }))}
              series={[
                { name: words.seriesRequests, color: "door.6" },
                { name: words.seriesRefused, color: "orange.6" }
              ]}
            />
          )
        }}
      </Loaded>
    </Stack>
  )
}

interface TokenUseDialogProps {
  readonly token: Token | undefined
  readonly onClose: () => void
}

/** How much a token was used, by hour or by day. */
export const TokenUseDialog = ({ onClose, token }: TokenUseDialogProps) => (
  <Modal
    opened={token !== undefined}
    onClose={onClose}
    title={words.usageOf(token?.name ?? "")}
    size="lg"
    closeButtonProps={{ "aria-label": strings.common.close }}
  >
    {token !== undefined && <Use token={token} />}
  </Modal>
)
