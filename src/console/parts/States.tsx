import { Alert, Button, Center, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core"
import { AlertIcon, InboxIcon } from "@primer/octicons-react"
import type { ReactNode } from "react"
import { isFailure, messageOf } from "../api/failure.ts"
import { strings } from "../strings.ts"

interface FailureProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

/** The service's error message, and a retry button. That a session had ended is over once the page is shown again. */
export const Failure = ({ error, retry }: FailureProps) =>
  !isFailure(error, "SignedOut") && (
    <Alert role="alert" color="red" variant="light" icon={<AlertIcon />} title={strings.common.failed}>
      <Stack gap="xs" align="flex-start">
        <Text>{messageOf(error)}</Text>
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {strings.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown for an empty list: what would be there, and how to get it there. */
export const Empty = ({ action, children, title }: EmptyProps) => (
  <Center py="xl">
    <Stack gap="xs" align="center" maw={420} ta="center">
      <ThemeIcon variant="light" color="gray" size="xl" radius="xl">
        <InboxIcon aria-hidden />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children !== undefined && <Text c="dimmed">{children}</Text>}
      {action}
    </Stack>
  </Center>
)

const Lines = ({ count }: { readonly count: number }) => (
  <Stack gap="sm" role="status" aria-label={strings.common.loading}>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} height={18} width={`${100 - ((index * 17) % 40)}%`} />
    ))}
  </Stack>
)

interface LoadedProps<A> {
  /** A query for one value, or for pages of a list. */
  readonly query: {
    readonly data: A | undefined
    readonly isError: boolean
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** How many lines the placeholder has. */
  readonly lines?: number
  readonly children: (value: A) => ReactNode
}

/** Shows the result of a query, or that it is loading, or why it failed. */
export const Loaded = <A,>({ children, lines = 4, query }: LoadedProps<A>) => {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    )
  }
  return query.isError ? <Failure error={query.error} retry={() => void query.refetch()} /> : <Lines count={lines} />
}
