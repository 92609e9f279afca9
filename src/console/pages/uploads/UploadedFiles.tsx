import { Button, Group, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { TrashIcon } from "@primer/octicons-react"
import { useState } from "react"
import type { Upload } from "../../../../schemas/admin/Uploads.ts"
import { admin, ask } from "../../api/admin.ts"
import { bytes, ratio } from "../../format.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { strings } from "../../strings.ts"

const words = strings.sourceForm

interface UploadedFileProps {
  readonly upload: Upload
  readonly onUse: (location: string) => void
  readonly onRemove: () => void
}

const UploadedFile = ({ onRemove, onUse, upload: { bytes, complete, location, name, offset } }: UploadedFileProps) => (
  <Group gap={2} component="li" wrap="nowrap" miw={0} maw="100%">
    {complete ? (
      <Button size="compact-xs" variant="light" title={words.use} miw={0} onClick={() => onUse(location)}>
        {name}
      </Button>
    ) : (
      <Text size="xs" c="dimmed" truncate>
        {words.incomplete(name, ratio(Math.floor((offset / bytes) * 100) / 100))}
      </Text>
    )}
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      title={words.remove}
      aria-label={words.removeOf(name)}
      onClick={onRemove}
    >
      <TrashIcon size={14} aria-hidden />
    </Button>
  </Group>
)

interface UploadedFilesProps {
  readonly uploads: ReadonlyArray<Upload>
  readonly onUse: (location: string) => void
}

/** The files that are on the server already: to use, or to delete. */
export const UploadedFiles = ({ onUse, uploads }: UploadedFilesProps) => {
  const queries = useQueryClient()
  const [unwanted, setUnwanted] = useState<Upload>()
  const close = () => setUnwanted(undefined)
  const remove = useMutation({
    mutationFn: ({ id }: Upload) => ask(admin.uploads.remove({ params: { id } })),
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ["uploads"] })
  })
  return (
    <>
      <Stack gap={4}>
        <Text size="sm">{words.existing}:</Text>
        <Group gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {uploads.map((upload) => (
            <UploadedFile key={upload.id} upload={upload} onUse={onUse} onRemove={() => setUnwanted(upload)} />
          ))}
        </Group>
      </Stack>
      <Confirm
        opened={unwanted !== undefined}
        onClose={close}
        title={words.removeTitle(unwanted?.name ?? "")}
        action={words.remove}
        onConfirm={() => unwanted !== undefined && remove.mutate(unwanted)}
        request={remove}
      >
        {words.removeHint(bytes(unwanted?.offset ?? 0))}
      </Confirm>
    </>
  )
}
