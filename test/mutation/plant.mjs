import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"

// Every process and every thread of a test begins with this: it reads a planted fault in place of what the file says. No
// file of the sources is written, so that whatever ends a run leaves nothing behind.

/** @returns {{ url: string, text: string, replacement: string } | undefined} */
const planted = () => {
  try {
    return JSON.parse(readFileSync(process.env.PLANTED_FAULT, "utf8"))
  } catch {
    return undefined
  }
}

const fault = planted()

if (fault !== undefined) {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (url.split("?")[0] !== fault.url) return loaded
      const code = Buffer.from(loaded.source).toString("utf8")
      return { ...loaded, source: code.replace(fault.text, () => fault.replacement) }
    }
  })
}
