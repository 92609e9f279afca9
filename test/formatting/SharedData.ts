import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Real data beside the checkout, which is not part of the repository. Tests that need it are skipped without it. */
const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url))

export const sharedData = (path: string): string => `${folder}${path}`

/** Whether it contains a file or folder. */
export const hasSharedData = (path: string): boolean => existsSync(sharedData(path))
