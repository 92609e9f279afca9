import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { Token } from "../../../../schemas/admin/Tokens.ts"
import { admin, ask } from "../../api/admin.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { strings } from "../../strings.ts"

const words = strings.tokens

interface RevokeTokenProps {
  readonly token: Token | undefined
  readonly onClose: () => void
}

/** Asks before a token is revoked, because that cannot be undone. */
export const RevokeToken = ({ onClose, token }: RevokeTokenProps) => {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: (id: string) => ask(admin.tokens.revoke({ params: { id } })),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ["tokens"] })
  })
  return (
    <Confirm
      opened={token !== undefined}
      onClose={onClose}
      title={words.revokeTitle(token?.name ?? "")}
      action={words.revoke}
      onConfirm={() => token !== undefined && revoke.mutate(token.id)}
      request={revoke}
    >
      {words.revokeHint}
    </Confirm>
  )
}
