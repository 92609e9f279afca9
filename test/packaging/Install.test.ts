import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, realpath, rm, stat } from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { root } from "../../packaging/Rooms.ts"
import { packedDoorstep } from "../support/PackedDoorstep.ts"
import { bytesOf, firstHome, hasDatabase, install, Npm } from "./Installation.ts"

/** How many bytes an installation may take on disk. */
const most = 330e6

describe("A folder with nothing but the tarball, after npm install", () => {
  let parent: string
  let folder: string
  beforeAll(async () => {
    parent = await realpath(await mkdtemp(Path.join(Os.tmpdir(), "doorstep-install-")))
    folder = Path.join(parent, "a folder of mine")
    await mkdir(folder)
    await install(folder, (await packedDoorstep()).tarball, process.execPath)
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  it("MUST take less than 330 MB", () => {
    assert.isBelow(bytesOf(folder), most)
  })

  it("MUST have the size that the guide states", async () => {
    const guide = await readFile(Path.join(root, "src/README.md"), "utf8")
    const rows = Array.from(guide.matchAll(/^\| (\d+) \| (.+?) \|/gm)).filter(([, , what]) =>
      /^`|^the rest$/.test(what!)
    )
    const placeOf = (name: string) => name.replace(/\/…$/, "")
    let left = bytesOf(Path.join(folder, "node_modules"))
    for (const [, said, what] of rows) {
      const names = Array.from(what!.matchAll(/`([^`]+)`/g), ([, name]) => placeOf(name!))
      const places = names.map((name) => Path.join(folder, "node_modules", name)).filter((place) => existsSync(place))
      const bytes = what === "the rest" ? left : places.reduce((sum, place) => sum + bytesOf(place), 0)
      left -= bytes
      assert.approximately(bytes / 1e6, Number(said), Math.max(2, Number(said) * 0.1), what)
    }
    assert.isAbove(rows.length, 5)
  })

  it("MUST return a home with `npx doorstep`, from the folder's own database and .env, and leave nothing running", async () => {
    const { documentation, home, request, said } = await firstHome(folder, process.execPath)
    assert.match(home, /, United States$/)
    assert.match(said, /^starter US: published$/m)
    // What the bundle leaves out, no test sees that runs the files.
    assert.include(documentation, ".SwaggerUIBundle=")
    // The port comes from .env, and is not the default.
    assert.notInclude(request, ":8080/")
    assert.isTrue((await stat(Path.join(folder, ".data"))).isDirectory())
    assert.isFalse(await hasDatabase(folder))
  })

  it("MUST name commands as they are typed there", async () => {
    const npm = new Npm(folder, process.execPath, { DATA_DIR: Path.join(parent, "none") })
    assert.include(await npm.run("exec", "--offline", "--", "doorstep", "--help"), "npx doorstep <subcommand> [flags]")
    const { said } = await npm.start(["exec", "--offline", "--", "doorstep", "doctor"]).ended
    assert.include(said, "Run: npx doorstep")
    assert.notInclude(said, "npm run")
  })
})
