import react from "@vitejs/plugin-react"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"
import { defineConfig } from "vite"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Smaller files gain nothing that would show in the number of packets. */
const SMALLEST = 1024

/**
 * Replaces each file by two that are compressed as much as possible, so that the service need not compress them. What few
 * clients get as it was, the service inflates.
 */
const compressed = (): Plugin => ({
  name: "doorstep-compressed",
  apply: "build",
  async writeBundle({ dir }) {
    if (dir === undefined) return
    const folder = Path.join(dir, "assets")
    const names = (await readdir(folder)).filter((name) => /\.(js|mjs|css|json|svg)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(Path.join(folder, name))
        if (bytes.length < SMALLEST) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await Promise.all([
          writeFile(Path.join(folder, `${name}.br`), await brotli(bytes, { params })),
          writeFile(Path.join(folder, `${name}.gz`), await deflate(bytes, { level: 9 }))
        ])
        await rm(Path.join(folder, name))
      })
    )
  }
})

/** Leaves out what schemas say only for the API's description, which no page shows: 11 KB of a first visit. */
const undescribed = (): Plugin => ({
  name: "doorstep-undescribed",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /\/schemas\/.+\.ts$/ },
    handler: (code) => ({ code: code.replace(/\b(description|summary):\s*"(?:[^"\\]|\\.)*"/g, '$1: ""'), map: null })
  }
})

/** Components of the library that no page uses. */
const unused = [
  "ActionBar Affix AngleSlider AspectRatio Avatar BackgroundImage Blockquote Card Cascader Chip",
  "ColorInput ColorPicker Container DataList Dialog Divider Drawer EmptyState Fieldset Flex",
  "FloatingWindow Image Indicator Kbd LoadingOverlay Mark Marquee Menu Menubar OverflowList Pagination",
  "PinInput Rating RingProgress RollingNumber Scroller SemiCircleProgress Slider Splitter Spoiler",
  "Stepper TableOfContents Timeline Toggle Toolbar Tour Tree TreeSelect Typography"
].flatMap((line) => line.split(" "))

/** Leaves out the styles of unused components: 16 KB of a first visit. A build that uses one of them fails. */
const unstyled = (): Plugin => {
  const classes = new Map<string, string>()
  return {
    name: "doorstep-unstyled",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /@mantine\/core\/styles\.css$/ },
      handler: async (code, id) => {
        let rest = code
        for (const name of unused) {
          const styles = (await readFile(Path.join(Path.dirname(id), "styles", `${name}.css`), "utf8")).trim()
          for (const [, found] of styles.matchAll(/\.(m_[0-9a-f]+)/g)) classes.set(found!, name)
          rest = rest.replace(styles, "")
        }
        return { code: rest, map: null }
      }
    },
    generateBundle(_, bundle) {
      const code = Object.values(bundle).map((part) => (part.type === "chunk" ? part.code : ""))
      for (const [found, name] of classes) {
        if (code.some((chunk) => chunk.includes(found))) this.error(`${name} is used: it is not to be in unused.`)
      }
    }
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [undescribed(), unstyled(), react(), compressed()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Browsers that know light-dark(), which the style sheet uses.
    target: ["chrome123", "firefox120", "safari17.5"],
    // Everything is a file, because the page's policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false
  }
})
