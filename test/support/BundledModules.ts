import * as Path from "node:path"
import { root } from "../../packaging/Rooms.ts"

/** Modules of tests that are bundled with Doorstep, by name, because the modules that they share must not be loaded twice. */
export const bundledModules = {
  Gated: Path.join(root, "test/cluster/fixtures/Gated.ts"),
  Editions: Path.join(root, "test/faults/fixtures/Editions.ts"),
  NextVersion: Path.join(root, "test/faults/fixtures/NextVersion.ts")
}
