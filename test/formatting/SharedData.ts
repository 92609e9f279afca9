import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Real data beside the checkout, which is no part of the repository: tests that need it are skipped where it is missing. */
const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url))

export const sharedData = (path: string): string => `${folder}${path}`

/** Whether a file or folder of it is there. */
export const hasSharedData = (path: string): boolean => existsSync(sharedData(path))
