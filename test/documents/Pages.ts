import { readdirSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { root } from "./Rooms.ts"

const isPage = (file: string): boolean =>
  file.endsWith(".md") && !/(?:^|\/)(?:node_modules|\.data|\.git|build|dist|releases)\//.test(file)

const rooms = ["client", "packaging", "properties", "schemas", "sources", "src", "test", "testing"]

/** Every page of the documentation, by its path from the root. */
export const pages: ReadonlyArray<string> = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...rooms.flatMap((room) =>
    readdirSync(Path.join(root, room), { recursive: true, encoding: "utf8" })
      .map((file) => Path.posix.join(room, file.split(Path.sep).join("/")))
      .filter(isPage)
  )
]

export const read = (path: string): string => readFileSync(Path.join(root, path), "utf8")

/** A page without its code blocks and code spans, which contain no links. */
export const proseOf = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "")

/** The links of a page: the words, and the target as a path from the root, with the fragment of a heading. */
export const linksOf = (path: string, text: string) =>
  Array.from(
    text.replace(/^ *```[^]*?^ *```/gm, "").matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g),
    ([, words = "", link = ""]) => {
      const [file = "", fragment] = link.split("#")
      const isOutside = /^(?:[a-z]+:|\/\/)/.test(link)
      const target = file === "" ? path : Path.posix.join(Path.posix.dirname(path), decodeURIComponent(file))
      return { words, link, target: isOutside ? undefined : target.replace(/\/$/, ""), fragment }
    }
  )

/** The fragment of a heading, as code hosts form it. */
export const fragmentOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-")

export const headingsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.replace(/^ *```[^]*?^ *```/gm, "").matchAll(/^#{1,6} +(.+?) *$/gm), ([, heading = ""]) => heading)
