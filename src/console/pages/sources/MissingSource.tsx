import { Missing } from "../../parts/Missing.tsx"
import { strings } from "../../strings.ts"

/** Shown for a source that does not exist. */
export const MissingSource = ({ name }: { readonly name: string }) => (
  <Missing title={strings.notFound.source.title} href="/sources" back={strings.sources.back}>
    {strings.notFound.source.hint(name)}
  </Missing>
)
