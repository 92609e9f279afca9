import { doorstepSetup } from "doorstep/testing/vitest/setup"

export default doorstepSetup({ cache: process.env["TEMPLATES"] ?? false })
