import { Alert } from "@mantine/core"
import { type ReactNode, useEffect, useRef } from "react"

interface NoticeProps {
  readonly title?: string
  readonly children: ReactNode
}

/** Says what to note before going on. What had the focus is gone, and no button gets it: a second Enter must not press it. */
export const Notice = ({ children, title }: NoticeProps) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert ref={notice} tabIndex={-1} color="orange" variant="light" title={title}>
      {children}
    </Alert>
  )
}
