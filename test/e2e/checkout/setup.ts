import { doorstepSetup } from "doorstep/testing/vitest"

export default doorstepSetup({ cache: process.env["TEMPLATES"] ?? false })
