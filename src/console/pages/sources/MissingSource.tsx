import { Missing } from "../../parts/Missing.tsx"
import { strings } from "../../strings.ts"

/** In place of a source that is not there. */
export const MissingSource = ({ name }: { readonly name: string }) => (
  <Missing title={strings.notFound.source.title} href="/sources" back={strings.sources.back}>
    {strings.notFound.source.hint(name)}
  </Missing>
)
