import { cleanup, configure } from "@testing-library/react"
import { afterEach, vi } from "vitest"
import { service } from "./Service.ts"

// How long lazily loaded parts take depends on the machine. This limit is only for parts that hang.
configure({ asyncUtilTimeout: 60_000 })

service.start()

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  service.forget()
  sessionStorage.clear()
  localStorage.clear()
})
