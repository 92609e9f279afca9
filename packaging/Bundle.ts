import { rename, rm, stat, writeFile } from "node:fs/promises"
import Http from "node:http"
import * as Path from "node:path"
import Undici from "@effect/platform-node/Undici"
import { build, type Plugin } from "vite"

/** Modules' URLs as seen from a bundle that is moved together with them. */
const relativeUrl =
  (into: string) =>
  (file: string): string => {
    const path = Path.relative(into, file).split(Path.sep).map(encodeURIComponent).join("/")
    return `new URL(${JSON.stringify(path)}, import.meta.url).href`
  }

/** What is bundled, and where to. Paths are absolute. */
export interface Bundle {
  /** The folder with `package.json` to which modules belong. */
  readonly root: string
  /** Entry points by their names in the bundle. */
  readonly entries: Readonly<Record<string, string>>
  /** The folder that is written. It appears once it is complete, and is emptied first. */
  readonly into: string
  /** Packages whose code stays as it is installed. All others become part of the bundle. */
  readonly external: ReadonlyArray<string>
  /** An expression in the bundle whose value is the URL of a module's file; by default it may be moved with these. */
  readonly urlOf?: (file: string) => string
  /** Where an entry's file lies; by default all lie in one folder. */
  readonly entryFileNames?: (entry: { readonly name: string }) => string
  /** Whether `inputs.json` says which files it was made from. */
  readonly withInputs?: boolean
  /** More files to write, by their names. */
  readonly files?: Readonly<Record<string, string>>
}

/** Except in a text that is written into somebody's own file. */
const place = /(?<!\\\$\{)\bimport\.meta\.(url|dirname|filename)\b/

/** Bundled modules still find their data, their threads and each other in their own places. */
const ownPlaces = (urlOf: (file: string) => string): Plugin => ({
  name: "doorstep-own-places",
  enforce: "pre",
  transform: {
    // The bundler's own modules, whose names begin with NUL, have no place but the bundle.
    filter: { code: place, id: { exclude: [/node_modules/, /^\0/] } },
    handler: (code, id) => {
      const url = urlOf(id)
      const expressions: Record<string, string> = {
        url,
        filename: `placeOfModule(${url})`,
        dirname: `placeOfModule(new URL(".", ${url}).href.slice(0, -1))`
      }
      const text = code.replace(new RegExp(place, "g"), (_, name: string) => expressions[name]!)
      return { code: `import { fileURLToPath as placeOfModule } from "node:url";${text}`, map: null }
    }
  }
})

/**
 * The library of HTTP connections, which the first request loads. Its names cannot be seen in its code: those who load it would
 * get none but the default export.
 */
const namesOfUndici: Plugin = {
  name: "doorstep-names-of-undici",
  load: {
    filter: { id: /[\\/]platform-node[\\/]dist[\\/]Undici\.js$/ },
    handler: () => `
      import undici from "undici"
      export default undici
      export const { ${Object.keys(Undici).join(", ")} } = undici`
  }
}

/** The client of Redis without its modules for documents, searches, time series and filters, which nothing here uses: 0.2 MB. */
const redisAlone: Plugin = {
  name: "doorstep-redis-alone",
  enforce: "pre",
  resolveId: {
    filter: { id: /^redis$/ },
    handler(_id, importer) {
      return this.resolve("@redis/client", importer, { skipSelf: true })
    }
  }
}

const httpId = "\0doorstep-http"

/** What Node's module of HTTP has from the start, without what it loads when it is first read. */
const namesOfHttp = Object.entries(Object.getOwnPropertyDescriptors(Http)).flatMap(([name, { get }]) =>
  get === undefined ? name : []
)

/**
 * Whoever imports from `node:http` reads all that it exports, among it the classes of Node's own client, which then is loaded:
 * a tenth of the CPU time of a start, and 14 MB.
 */
const withoutClient: Plugin = {
  name: "doorstep-without-client",
  enforce: "pre",
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === "import-statement" ? httpId : undefined)
  },
  load: {
    filter: { id: new RegExp(`^${httpId}$`) },
    handler: () => `
      const http = process.getBuiltinModule("node:http")
      export default http
      export const { ${namesOfHttp.join(", ")} } = http`
  }
}

const segmenter = /const graphemeSegmenter = (?:\/\*#__PURE__\*\/)?(new Intl\.Segmenter\([^;]*\));/

/**
 * Effect's command line makes a segmenter when it is loaded, and needs it for help and tables alone. The first object of Intl
 * takes 14 ms of a start.
 */
const lateSegmenter: Plugin = {
  name: "doorstep-late-segmenter",
  transform: {
    filter: { id: /[\\/]effect[\\/]dist[\\/]cli[\\/]CliOutput\.js$/ },
    handler(code) {
      if (!segmenter.test(code)) this.error("Effect no longer makes this segmenter. Remove this plugin, or adapt it.")
      const late = code.replace(segmenter, (_, made: string) =>
        [`let made`, `const graphemeSegmenter = { segment: (text) => (made ??= ${made}).segment(text) }`, ""].join("\n")
      )
      return { code: late, map: null }
    }
  }
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Size and time of change of each module that went into it, by its path below the root. */
const inputs = (root: string): Plugin => ({
  name: "doorstep-inputs",
  async generateBundle() {
    const files = Array.from(this.getModuleIds(), (id) => id.replace(/[?#].*$/, "")).filter(
      (id) => id.startsWith(root + Path.sep) && !id.includes(`${Path.sep}node_modules${Path.sep}`)
    )
    const entries = await Promise.all(
      files.map(async (file) => {
        const { mtimeMs, size } = await stat(file)
        return [Path.relative(root, file).split(Path.sep).join("/"), [size, mtimeMs]] as const
      })
    )
    this.emitFile({ type: "asset", fileName: "inputs.json", source: JSON.stringify(Object.fromEntries(entries)) })
  }
})

/** Writes JavaScript modules that behave as the entry points do, with everything that these import. */
export const bundle = async ({
  entries,
  entryFileNames = () => "[name].mjs",
  external,
  files = {},
  into,
  root,
  urlOf = relativeUrl(into),
  withInputs = false
}: Bundle): Promise<void> => {
  const part = `${into}.part`
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [
      ownPlaces(urlOf),
      namesOfUndici,
      redisAlone,
      withoutClient,
      lateSegmenter,
      ...(withInputs ? [inputs(root)] : [])
    ],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: part,
      emptyOutDir: true,
      copyPublicDir: false,
      target: "esnext",
      minify: false,
      rolldownOptions: {
        input: { ...entries },
        external: external.map((name) => new RegExp(`^${escaped(name)}(/.*(?<!\\.json))?$`)),
        output: {
          entryFileNames,
          chunkFileNames: "[name].mjs",
          // Comments would stay in memory with the code.
          comments: false
        }
      }
    }
  })
  for (const [name, text] of Object.entries(files)) await writeFile(Path.join(part, name), text)
  await rm(into, { recursive: true, force: true })
  await rename(part, into)
}
