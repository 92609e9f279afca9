import { Button, Group, Modal, NumberInput, Radio, Select, Stack, Text, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { TokenScope } from "../../../../schemas/Authorization.ts"
import { NewToken as NewTokenSchema } from "../../../../schemas/admin/Tokens.ts"
import { admin, ask } from "../../api/admin.ts"
import { usePools } from "../../api/queries.ts"
import { faultsOf } from "../../api/contract.ts"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { useFields } from "../../parts/fields.ts"
import { Notice } from "../../parts/Notice.tsx"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.tokens

const lifetimes = ["7", "30", "90", "365", ""] as const

interface NewTokenProps {
  readonly opened: boolean
  readonly onClose: () => void
}

interface CreatedTokenProps {
  readonly token: string
  readonly scope: TokenScope
  readonly onClose: () => void
}

/** A request that the token may make: a home of the country that has most, or the list of countries. */
const usePath = (scope: TokenScope): string => {
  const pools = usePools()
  const [most] = (pools.data?.pools ?? [])
    .filter(({ ready }) => ready)
    .toSorted((one, other) => other.residential - one.residential)
  return scope === "read" || most === undefined ? "countries" : `generate?country=${most.country}`
}

/** The token, shown this once, and how to use it. */
const CreatedToken = ({ onClose, scope, token }: CreatedTokenProps) => {
  const path = usePath(scope)
  const command = `curl -H "Authorization: Bearer ${token}" \\\n  "${window.location.origin}/api/v1/${path}"`
  return (
    <Stack>
      <Notice title={words.once}>{words.onceHint}</Notice>
      <CodeBlock code={token} copyLabel={words.copyToken} title={words.token} />
      <CodeBlock code={command} copyLabel={words.copyCommand} title={words.tryIt} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{words.done}</Button>
      </Group>
    </Stack>
  )
}

interface ScopeChoiceProps {
  readonly scope: TokenScope
  readonly onChange: (scope: TokenScope) => void
}

const ScopeChoice = ({ onChange, scope }: ScopeChoiceProps) => (
  <Radio.Group label={words.scope} value={scope} onChange={(value) => onChange(value as TokenScope)}>
    <Stack gap="xs" mt={6}>
      <Radio value="generate" label={words.scopes.generate} description={words.scopeHints.generate} />
      <Radio value="read" label={words.scopes.read} description={words.scopeHints.read} />
    </Stack>
  </Radio.Group>
)

interface LifetimeChoiceProps {
  /** A number of days; empty for no expiry. */
  readonly days: string
  readonly onChange: (days: string) => void
}

const LifetimeChoice = ({ days, onChange }: LifetimeChoiceProps) => (
  <>
    <Select
      label={words.expires}
      allowDeselect={false}
      data={lifetimes.map((value) => ({ value, label: words.lifetimes[value] }))}
      value={days}
      onChange={(value) => onChange(value ?? "")}
    />
    {days === "" && (
      <Text size="sm" c="dimmed">
        {words.noExpiryHint}
      </Text>
    )}
  </>
)

interface TokenFormProps extends Pick<NewTokenProps, "onClose"> {
  readonly onCreated: () => void
}

const TokenForm = ({ onClose, onCreated }: TokenFormProps) => {
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [scope, setScope] = useState<TokenScope>("generate")
  const [rateLimit, setRateLimit] = useState<number | string>(600)
  const [days, setDays] = useState("90")
  const payload = {
    name: name.trim(),
    scope,
    rateLimit: rateLimit === "" ? Number.NaN : Number(rateLimit),
    ...(days !== "" && { expiresInDays: Number(days) })
  }
  const create = useMutation({
    mutationFn: () => ask(admin.tokens.create({ payload })),
    // The token exists only in this dialog, and goes when it is closed.
    gcTime: 0,
    onSuccess: () => {
      onCreated()
      return queries.invalidateQueries({ queryKey: ["tokens"] })
    }
  })
  const { check, errorOf, leave, rest } = useFields({
    names: ["name", "rateLimit"],
    faults: faultsOf(NewTokenSchema, payload),
    refusal: create.error
  })
  if (create.data !== undefined) return <CreatedToken token={create.data.token} scope={scope} onClose={onClose} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) create.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={words.name}
          description={words.nameHint}
          placeholder={words.namePlaceholder}
          required
          data-autofocus
          value={name}
          onChange={(event) => {
            create.reset()
            setName(event.currentTarget.value)
          }}
          onBlur={() => leave("name")}
          error={errorOf("name")}
        />
        <ScopeChoice scope={scope} onChange={setScope} />
        <NumberInput
          label={words.limit}
          description={words.limitHint}
          allowDecimal={false}
          value={rateLimit}
          onChange={(value) => {
            create.reset()
            setRateLimit(value)
          }}
          onBlur={() => leave("rateLimit")}
          error={errorOf("rateLimit")}
        />
        <LifetimeChoice days={days} onChange={setDays} />
        {rest !== undefined && <Failure error={rest} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {words.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Creates a token, and shows it this once. */
export const NewToken = ({ onClose, opened }: NewTokenProps) => {
  const [isCreated, setCreated] = useState(false)
  const close = () => {
    setCreated(false)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.create}
      size="lg"
      // Neither a click outside nor the key that hides a tooltip must lose a token that cannot be shown again.
      closeOnClickOutside={false}
      closeOnEscape={!isCreated}
      closeButtonProps={{ "aria-label": isCreated ? strings.common.close : strings.common.cancel }}
    >
      <TokenForm onClose={close} onCreated={() => setCreated(true)} />
    </Modal>
  )
}
