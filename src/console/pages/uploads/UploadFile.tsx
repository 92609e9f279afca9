import { Button, FileButton, Group, Progress, Stack, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { UploadIcon } from "@primer/octicons-react"
import { useEffect, useRef, useState } from "react"
import { admin, ask } from "../../api/admin.ts"
import { messageOf } from "../../api/failure.ts"
import { sendFile } from "../../api/upload.ts"
import { bytes } from "../../format.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { UploadedFiles } from "./UploadedFiles.tsx"

const words = strings.sourceForm

type State =
  | { readonly kind: "idle" }
  | {
      readonly kind: "sending"
      readonly name: string
      readonly done: number
      readonly total: number
      readonly broken: boolean
    }
  | { readonly kind: "stopped"; readonly name: string; readonly done: number; readonly error: unknown }
  | { readonly kind: "done"; readonly name: string }

interface SendingProps {
  readonly state: Extract<State, { readonly kind: "sending" }>
  readonly onCancel: () => void
}

const Sending = ({ onCancel, state }: SendingProps) => (
  <Stack gap={4}>
    <Group justify="space-between">
      <Text size="sm">{words.sending(state.name)}</Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {strings.common.cancel}
      </Button>
    </Group>
    <Progress.Root size="lg">
      <Progress.Section value={(100 * state.done) / state.total} aria-label={words.sending(state.name)} />
    </Progress.Root>
    <Text size="sm" c="dimmed" role="status">
      {state.broken ? words.interrupted : words.sent(bytes(state.done), bytes(state.total))}
    </Text>
  </Stack>
)

interface HintProps {
  /** Undefined until the service has said where files go. */
  readonly place: { readonly folder: string | null; readonly free: number } | undefined
  readonly error: unknown
}

/** Where files go, or why they cannot go there. */
const Hint = ({ error, place }: HintProps) =>
  error !== null ? messageOf(error) : typeof place?.folder === "string" && words.keptIn(place.folder, bytes(place.free))

/** Sends a file from this computer to the server, or takes one that is already there. */
export const UploadFile = ({ onUse }: { readonly onUse: (location: string) => void }) => {
  const queries = useQueryClient()
  const [state, setState] = useState<State>({ kind: "idle" })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const list = useQuery({
    queryKey: ["uploads"],
    queryFn: ({ signal }) => ask(admin.uploads.list(), signal)
  })

  const send = async (file: File | null) => {
    if (file === null) return
    const current = new AbortController()
    controller.current = current
    let done = 0
    try {
      const upload = await sendFile(
        file,
        (progress) => {
          done = progress.done
          setState({ kind: "sending", name: file.name, ...progress })
        },
        current.signal
      )
      setState({ kind: "done", name: upload.name })
      onUse(upload.location)
    } catch (error) {
      setState({ kind: "stopped", name: file.name, done, error: current.signal.aborted ? undefined : error })
    }
    await queries.invalidateQueries({ queryKey: ["uploads"] })
  }

  const there = list.data?.uploads ?? []
  return (
    <Stack gap="xs">
      {state.kind === "sending" ? (
        <Sending state={state} onCancel={() => controller.current?.abort()} />
      ) : (
        <Group gap="sm">
          <FileButton onChange={(file) => void send(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<UploadIcon size={16} />}>
                {state.kind === "idle" ? words.chooseFile : state.kind === "done" ? words.chooseAgain : words.resume}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" flex={1} miw={220} role={state.kind === "idle" ? undefined : "status"}>
            {state.kind === "done" ? (
              words.uploaded(state.name)
            ) : state.kind === "stopped" ? (
              words.stopped(state.name, bytes(state.done))
            ) : (
              <Hint place={list.data} error={list.error} />
            )}
          </Text>
        </Group>
      )}
      {state.kind === "stopped" && state.error !== undefined && <Failure error={state.error} />}
      {there.length > 0 && state.kind !== "sending" && <UploadedFiles uploads={there} onUse={onUse} />}
    </Stack>
  )
}
