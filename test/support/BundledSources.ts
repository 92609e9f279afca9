import * as Path from "node:path"
import { root } from "../../packaging/Rooms.ts"

/** Sources of tests that are bundled with Doorstep, by their names: there must not be two of the modules that they share. */
export const bundledSources = {
  Gated: Path.join(root, "test/cluster/fixtures/Gated.ts"),
  Editions: Path.join(root, "test/faults/fixtures/Editions.ts")
}
