import { Anchor } from "@mantine/core"
import type { ReactNode } from "react"

/** Text from a source becomes a link only where it is an address of the web: `javascript:` is none. */
const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export const SourceLink = ({ children, url }: { readonly url: string; readonly children: ReactNode }) =>
  isWebAddress(url) ? (
    <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit underline="always">
      {children}
    </Anchor>
  ) : (
    children
  )
