import { takeCoverage } from "node:v8"
import { afterAll } from "vitest"

// The process of a test file may be ended before it writes by itself what it ran.
afterAll(() => takeCoverage())
