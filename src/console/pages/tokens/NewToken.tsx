import { Alert, Button, Group, Modal, NumberInput, Radio, Select, Stack, Text, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { TokenScope } from "../../../../schemas/Authorization.ts"
import { admin, ask } from "../../api/admin.ts"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.tokens

const lifetimes = ["7", "30", "90", "365", ""] as const

interface NewTokenProps {
  readonly opened: boolean
  readonly onClose: () => void
}

const TokenForm = ({ onClose }: { readonly onClose: () => void }) => {
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [scope, setScope] = useState<TokenScope>("generate")
  const [rateLimit, setRateLimit] = useState(600)
  const [days, setDays] = useState("90")
  const create = useMutation({
    mutationFn: () =>
      ask(
        admin.tokens.create({
          payload: { name: name.trim(), scope, rateLimit, ...(days !== "" && { expiresInDays: Number(days) }) }
        })
      ),
    // The token itself is kept nowhere but in this dialog, and goes with it.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["tokens"] })
  })
  if (create.data !== undefined) {
    const { token } = create.data
    const command = `curl -H "Authorization: Bearer ${token}" \\\n  "${window.location.origin}/api/v1/generate?country=US"`
    return (
      <Stack>
        <Alert color="orange" variant="light" title={words.once}>
          {words.onceHint}
        </Alert>
        <CodeBlock code={token} copyLabel={words.copyToken} title={words.token} />
        <CodeBlock code={command} copyLabel={words.copyCommand} title={words.tryIt} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={words.name}
          description={words.nameHint}
          placeholder={words.namePlaceholder}
          withAsterisk
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group label={words.scope} value={scope} onChange={(value) => setScope(value as TokenScope)}>
          <Stack gap="xs" mt={6}>
            <Radio value="generate" label={words.scopes.generate} description={words.scopeHints.generate} />
            <Radio value="read" label={words.scopes.read} description={words.scopeHints.read} />
          </Stack>
        </Radio.Group>
        <NumberInput
          label={words.limit}
          description={words.limitHint}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={rateLimit}
          onChange={(value) => setRateLimit(Number(value) || 1)}
        />
        <Select
          label={words.expires}
          allowDeselect={false}
          data={lifetimes.map((value) => ({ value, label: words.lifetimes[value] }))}
          value={days}
          onChange={(value) => setDays(value ?? "")}
        />
        {days === "" && (
          <Text size="sm" c="dimmed">
            {words.noExpiryHint}
          </Text>
        )}
        {create.isError && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ""}>
            {words.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Creates a token, and shows it this once. */
export const NewToken = ({ onClose, opened }: NewTokenProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={words.create}
    size="lg"
    // A click beside the dialog must not lose a token that nobody can show again.
    closeOnClickOutside={false}
    closeButtonProps={{ "aria-label": strings.common.cancel }}
  >
    <TokenForm onClose={onClose} />
  </Modal>
)
