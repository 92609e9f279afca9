import { served } from "../../page.ts"
import { Anchor, Button, Center, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { PasswordText } from "../../../../schemas/admin/Sessions.ts"
import { faultOf } from "../../api/contract.ts"
import { isFailure, messageOf } from "../../api/failure.ts"
import { useSignIn } from "../../api/session.ts"
import { strings } from "../../strings.ts"

const words = strings.signIn

interface SignInPageProps {
  /** Whether somebody was signed in on this page until their session ended. */
  readonly hasEnded: boolean
}

/** The administrator's sign-in. Errors from the service, including a lockout, are shown unchanged. */
export const SignInPage = ({ hasEnded }: SignInPageProps) => {
  const [password, setPassword] = useState("")
  const input = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()
  const [isMissing, setMissing] = useState(false)
  const fault = password === "" ? undefined : faultOf(PasswordText, password)
  const message = isMissing ? words.missing : (fault ?? (signIn.isError ? messageOf(signIn.error) : undefined))

  useEffect(() => {
    document.title = `${words.title} · ${strings.product}`
    input.current?.focus()
  }, [])

  return (
    <Center mih="70vh">
      <Paper
        component="form"
        p="xl"
        w="100%"
        maw={420}
        aria-label={words.title}
        onSubmit={(event) => {
          event.preventDefault()
          // What a browser or a password manager has filled in may not have been told.
          const entered = input.current?.value ?? ""
          setPassword(entered)
          setMissing(entered === "")
          if (faultOf(PasswordText, entered) !== undefined) {
            input.current?.focus()
            return
          }
          signIn.mutate(entered, {
            onError: (error) => {
              if (isFailure(error, "SignedOut")) setPassword("")
              input.current?.focus()
            }
          })
        }}
      >
        <Stack gap="md">
          <div>
            <Title order={1}>{words.title}</Title>
            <Text c="dimmed" mt={4} role={hasEnded ? "alert" : undefined}>
              {hasEnded ? words.ended : words.hint}
            </Text>
          </div>
          {/* A password manager needs a user name to file a password under. */}
          <input type="text" name="username" autoComplete="username" value="administrator" readOnly hidden />
          <PasswordInput
            ref={input}
            label={words.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setMissing(false)
              setPassword(event.currentTarget.value)
            }}
            error={message === undefined ? undefined : <span role="alert">{message}</span>}
          />
          <Group justify="space-between">
            {/* Even while the field looks empty: browsers fill it in, and tell no page before the visitor does something. */}
            <Button type="submit" loading={signIn.isPending}>
              {words.submit}
            </Button>
            <Anchor component={Link} href="/try" size="sm">
              {words.withToken}
            </Anchor>
          </Group>
          <Text size="sm" c="dimmed">
            {words.forgotten} <code className="id">{served.program} admin password --draw</code>
          </Text>
        </Stack>
      </Paper>
    </Center>
  )
}
