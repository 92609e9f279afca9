import { Anchor, Button, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { Link } from "wouter"
import { setOwnToken } from "../../api/token.ts"
import { strings } from "../../strings.ts"

const words = strings.try.gate

/** Visitors who are not the administrator need an API token. */
export const TokenGate = () => {
  const [text, setText] = useState("")
  const token = text.trim()
  const isToken = /^dst_[\w-]+$/.test(token)
  return (
    <Paper
      component="form"
      aria-label={words.title}
      maw={560}
      onSubmit={(event) => {
        event.preventDefault()
        if (isToken) setOwnToken(token)
      }}
    >
      <Stack gap="sm">
        <Title order={2}>{words.title}</Title>
        <Text c="dimmed">{words.hint}</Text>
        <PasswordInput
          label={words.token}
          placeholder="dst_…"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={token !== "" && !isToken ? words.noToken : undefined}
        />
        <Group>
          <Button type="submit" disabled={!isToken}>
            {words.use}
          </Button>
          <Anchor component={Link} href="/sign-in">
            {words.signIn}
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  )
}
