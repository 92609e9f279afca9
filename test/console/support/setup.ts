import { cleanup, configure } from "@testing-library/react"
import { afterEach, vi } from "vitest"
import { service } from "./Service.ts"

// Parts that are loaded when they are first seen take as long as the machine does. It is a limit for what hangs.
configure({ asyncUtilTimeout: 60_000 })

service.start()

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  service.forget()
  sessionStorage.clear()
})
