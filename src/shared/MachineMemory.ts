import { totalmem } from "node:os"
import { constrainedMemory } from "node:process"

/** Memory of the container if it is limited, else of the machine, in bytes. */
export const machineMemory = (): number => Math.min(constrainedMemory() || Infinity, totalmem())
