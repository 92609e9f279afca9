import { Anchor } from "@mantine/core"
import type { ReactNode } from "react"

/** Text from a source becomes a link only if it is a web address; `javascript:` is not. */
const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export const SourceLink = ({ children, url }: { readonly url: string; readonly children: ReactNode }) =>
  isWebAddress(url) ? (
    <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit underline="always">
      {children}
    </Anchor>
  ) : (
    children
  )
