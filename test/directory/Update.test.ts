import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer } from "effect"
import { Directory } from "../../src/directory/Directory.ts"
import { PostcodeTables } from "../../src/directory/PostcodeTables.ts"
import { Archives } from "../../src/gazetteer/Archive.ts"
import { Gazetteer } from "../../src/gazetteer/Gazetteer.ts"
import { directory } from "../../src/cli/directory/DirectoryCommand.ts"
import { readerWith } from "../sources/reading/TestReader.ts"
import { runCommand } from "../support/RunCommand.ts"
import { extractFeature, smallIndex } from "../support/upstream/GeofabrikIndex.ts"
import { type StandIn, standIn } from "../support/upstream/StandIn.ts"

const release = "2026-02-18.0"

/** Responses of OpenAddresses' API, including layers, sources and members that are skipped. */
const openAddressesData = [
  {
    id: 1,
    source: "ch/countrywide",
    updated: "2026-08-20T00:00:00.000Z",
    layer: "addresses",
    name: "country",
    job: 824053,
    size: 154_000_000,
    output: { cache: true, output: true, preview: true }
  },
  {
    id: 2,
    source: "us/or/clackamas",
    layer: "addresses",
    name: "county",
    job: 2,
    size: 1,
    map: 7,
    output: { cache: true, output: true, preview: true }
  },
  { id: 3, source: "us/or/clackamas", layer: "parcels", name: "county", job: 3, size: 1 },
  { id: 4, source: "xk/countrywide", layer: "addresses", name: "country", job: 4, size: 1 },
  { id: 5, source: "at/tirol", layer: "addresses", name: "state", job: 5, size: null, output: { output: false } }
]
const openAddressesLicenses = {
  licenses: [
    {
      attribution: null,
      license: "CC BY 3.0 AT",
      url: "https://data.tirol.gv.at/",
      sources: [["at/tirol.json", null]]
    },
    {
      attribution: "swisstopo",
      license: null,
      url: "https://www.swisstopo.admin.ch/terms",
      sources: [["ch/countrywide.json", "https://www.swisstopo.admin.ch"]]
    }
  ]
}

/** Enough extracts for the list to pass as complete: the real one has five hundred. */
const bigIndex = (change: (path: string) => string = (path) => path) => ({
  ...smallIndex,
  features: [
    ...smallIndex.features,
    ...Array.from({ length: 280 }, (_, index) =>
      extractFeature(change(`europe/part-${index}`), `Part ${index}`, [
        [8 + index / 1e4, 50, 8.01 + index / 1e4, 50.01]
      ])
    )
  ]
})

const directoryOf = (upstream: StandIn, folder: string) =>
  Layer.mergeAll(Directory.layerNoDeps, PostcodeTables.layerNoDeps).pipe(
    Layer.provide([readerWith({ upstreams: upstream.upstreams, patience: { tries: 1 } }), Archives.layer]),
    Layer.provideMerge(NodeServices.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder })))
  )

const full = Effect.gen(function* () {
  const upstream = yield* standIn
  upstream.geofabrik(bigIndex())
  upstream.release(release, { address: [] })
  upstream.openAddresses(
    [
      ...openAddressesData,
      ...Array.from({ length: 200 }, (_, index) => ({
        source: `us/tx/town-${index}`,
        layer: "addresses",
        name: "town"
      }))
    ],
    openAddressesLicenses
  )
  const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
  return { upstream, folder, services: directoryOf(upstream, folder) }
})

layer(NodeServices.layer, { excludeTestServices: true })((it) => {
  it.effect("MUST download the lists of all upstreams, report changes, and keep the lists for the next process", () =>
    Effect.gen(function* () {
      const { folder, services, upstream } = yield* full
      yield* Effect.gen(function* () {
        const shipped = yield* (yield* Directory).ofCountry("CH")
        const updates = yield* (yield* Directory).update
        assert.deepStrictEqual(
          updates.map((one) => [one.upstream, one.outcome]),
          [
            ["geofabrik", "taken"],
            ["overture", "taken"],
            ["openaddresses", "taken"]
          ]
        )
        const [geofabrik, overture, openaddresses] = updates
        assert.include(geofabrik?.outcome === "taken" ? geofabrik.removed : [], "geofabrik:europe/switzerland")
        assert.deepStrictEqual(overture?.outcome === "taken" && overture.release, { before: null, now: release })
        assert.include(openaddresses?.outcome === "taken" ? openaddresses.added : [], "openaddresses:us/or/clackamas")
        assert.include(openaddresses?.outcome === "taken" ? openaddresses.changed : [], "openaddresses:ch/countrywide")
        assert.include(
          shipped.map(({ id }) => id),
          "geofabrik:europe/switzerland"
        )
      }).pipe(Effect.provide(services))
      yield* Effect.gen(function* () {
        const swiss = yield* (yield* Directory).ofCountry("CH")
        assert.notInclude(
          swiss.map(({ id }) => id),
          "geofabrik:europe/switzerland"
        )
        const listed = swiss.find(({ id }) => id === "openaddresses:ch/countrywide")!
        assert.strictEqual(listed.bytes, 154_000_000)
        assert.deepStrictEqual(listed.license, {
          name: "Own terms of the publisher",
          shareAlike: false,
          attribution: "swisstopo, OpenAddresses",
          citation: "https://www.swisstopo.admin.ch/terms"
        })
        assert.strictEqual(
          swiss.find(({ id }) => id === "geofabrik:europe:CH")?.options["location"],
          `${upstream.upstreams.geofabrik}/europe-latest.osm.pbf`
        )
        const clackamas = (yield* (yield* Directory).ofCountry("US")).find(({ id }) => id.includes("clackamas"))!
        assert.deepStrictEqual(clackamas.part, { name: "Clackamas, Oregon", code: "US-OR" })
        assert.strictEqual(
          clackamas.license.citation,
          "https://github.com/openaddresses/openaddresses/blob/master/sources/us/or/clackamas.json"
        )
        const indexes = yield* (yield* Directory).indexes
        assert.strictEqual(indexes.find((one) => one.upstream === "overture")?.release, release)
        const again = yield* (yield* Directory).update
        assert.isTrue(
          again.every(
            (one) => one.outcome === "taken" && one.added.length + one.changed.length + one.removed.length === 0
          )
        )
      }).pipe(Effect.provide(Layer.fresh(directoryOf(upstream, folder))))
    })
  )

  it.effect("MUST keep the previous list if an upstream is broken, and update the others", () =>
    Effect.gen(function* () {
      const { folder, services, upstream } = yield* full
      const put = (path: string, text: string) => upstream.bucket.objects.set(path, Buffer.from(text))
      const extracts = Effect.provide(
        Effect.map(
          Effect.flatMap(Directory, (one) => one.ofCountry("LI")),
          (entries) => entries.filter((entry) => entry.upstream === "geofabrik")
        ),
        services
      )
      const before = yield* extracts
      const broken: ReadonlyArray<readonly [text: string, message: RegExp]> = [
        [
          "<html>Maintenance</html>",
          /index-v1\.json: it is not the list that is expected there\. Check GEOFABRIK_URL\./
        ],
        ["", /index-v1\.json: it is not the list/],
        [JSON.stringify(smallIndex).slice(0, 400), /it is not the list/],
        ['{"type":"FeatureCollection","features":[]}', /has 0 entries now, and had \d+: it is ignored/],
        [JSON.stringify(smallIndex), /has \d+ entries now, and had \d+: it is ignored/]
      ]
      for (const [text, message] of broken) {
        put("geofabrik/index-v1.json", text)
        const updates = yield* Effect.provide(
          Effect.flatMap(Directory, (one) => one.update),
          services
        )
        const [geofabrik, ...others] = updates
        assert.match(geofabrik?.outcome === "failed" ? geofabrik.message : "", message, text.slice(0, 40))
        assert.isTrue(others.every(({ outcome }) => outcome === "taken"))
      }
      upstream.bucket.objects.delete("openaddresses/api/licenses")
      upstream.bucket.objects.delete("stac/catalog.json")
      const updates = yield* Effect.provide(
        Effect.flatMap(Directory, (one) => one.update),
        services
      )
      assert.deepStrictEqual(
        updates.map(({ outcome }) => outcome),
        ["failed", "failed", "failed"]
      )
      assert.deepStrictEqual(yield* extracts, before)
      assert.lengthOf(before, 1)
      const files = yield* (yield* FileSystem.FileSystem).readDirectory(`${folder}/directory`)
      assert.deepStrictEqual(files.sort(), ["openaddresses.json", "overture.json"], "nothing half written")
    })
  )

  it.effect("MUST name the file of DATA_DIR that cannot be read, and the folder that cannot be written", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, services } = yield* full
      yield* fs.makeDirectory(`${folder}/directory`)
      yield* fs.writeFileString(`${folder}/directory/overture.json`, "[{")
      const unreadable = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(Directory, (one) => one.entries),
          services
        )
      )
      assert.match(unreadable.message, /directory\/overture\.json cannot be read\. Remove it/)
      yield* fs.remove(`${folder}/directory`, { recursive: true })
      yield* fs.writeFileString(`${folder}/directory`, "a file")
      const unwritable = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(Directory, (one) => one.update),
          services
        )
      )
      assert.match(unwritable.message, /cannot be (?:kept|read)/)
    })
  )

  it.effect("MUST put a country's postcodes where the gazetteer reads them, and refuse what is not a table", () =>
    Effect.gen(function* () {
      const { folder, services, upstream } = yield* full
      const lines =
        "PL\t45-001\tOpole\tOpole Voivodeship\t79\t\t\t\t\t50.6751\t17.9213\t6\r\nPL\t45-002\tOpole\tOpole Voivodeship\t79\t\t\t\t\t50.67\t17.92\t6\n"
      upstream.postcodes("PL", lines)
      upstream.postcodes("SK", "404 not found")
      upstream.postcodes("HU", "AT\t1010\tWien\tWien\t\t\t\t\t\t48\t16\n")
      const gazetteer = Gazetteer.layerNoDeps(() => undefined).pipe(
        Layer.provide([Archives.layer, NodeServices.layer]),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder })))
      )
      const known = Effect.provide(
        Effect.map(
          Effect.flatMap(Gazetteer, (one) => one.open("PL")),
          ({ postcodes }) => postcodes !== undefined
        ),
        Layer.fresh(gazetteer)
      )
      yield* Effect.gen(function* () {
        const tables = yield* PostcodeTables
        assert.isFalse(yield* tables.has("PL"))
        assert.isFalse(yield* known)
        assert.deepStrictEqual(yield* tables.take("PL"), {
          country: "PL",
          outcome: "taken",
          file: `${folder}/postcodes/PL.txt`,
          lines: 2
        })
        assert.isTrue(yield* tables.has("PL"))
        assert.isTrue(yield* tables.has("CH"), "one comes with Doorstep")
        assert.isTrue(yield* known)
        for (const [country, message] of [
          ["SK", /line 1 does not belong to a table of postcodes/],
          ["HU", /line 1 does not belong to a table of postcodes/],
          ["TO", /the server has no such file \(404\)/]
        ] as const) {
          const taken = yield* tables.take(country)
          assert.match(taken.outcome === "failed" ? taken.message : "", message)
          assert.isFalse(yield* tables.has(country))
        }
      }).pipe(Effect.provide(services))
    })
  )

  it.effect("MUST be summarized on the command line: what is new, what failed, and the size of a table", () =>
    Effect.gen(function* () {
      const { folder, upstream } = yield* full
      upstream.postcodes("PL", "PL\t45-001\tOpole\tOpole Voivodeship\t79\t\t\t\t\t50.6751\t17.9213\t6\n")
      const run = runCommand(directory, { ...upstream.settings, DATA_DIR: folder })
      const taken = yield* run("update", "--postcodes", "Polska")
      assert.match(taken.said, /^geofabrik: \d+ new \(.+\d+ gone \(.+\)\.$/m)
      assert.match(taken.said, /^overture: release 2026-02-18\.0\.$/m)
      assert.match(taken.said, /^Postcodes of Poland: 1 places, into .+\/postcodes\/PL\.txt\.$/m)
      assert.strictEqual(taken.code, 0)
      assert.match((yield* run("update")).said, /^overture: unchanged\.$/m)
      upstream.bucket.objects.delete("openaddresses/api/data")
      const failed = yield* run("update")
      assert.match(failed.said, /^openaddresses: not updated, the list is unchanged\. .+\(404\)/m)
      assert.strictEqual(failed.code, 1)
    })
  )
})

describe("doorstep directory", () => {
  const run = runCommand(directory, { DATA_DIR: "/nowhere" })

  it.effect("MUST list every country with its best source", () =>
    Effect.gen(function* () {
      const { code, said } = yield* run()
      assert.strictEqual(code, 0)
      assert.match(said, /^CH {2}Switzerland .*register:ch-gwr .*register/m)
      assert.match(said, /^JP {2}Japan .*overture:JP .*19,587,926 +monthly$/m)
      assert.match(said, /^243 countries and territories\./m)
    })
  )

  it.effect("MUST show one country, by its code or its name in any language, with its licence terms", () =>
    Effect.gen(function* () {
      const { said } = yield* run("CH")
      for (const text of [
        "geofabrik:europe/switzerland",
        "stated at https://www.openstreetmap.org/copyright",
        "© OpenStreetMap contributors",
        "By hand: Sign in at"
      ]) {
        assert.include(said, text)
      }
      for (const name of ["ch", "switzerland", "Schweiz", "Suisse", "スイス"])
        assert.strictEqual((yield* run(name)).said, said, name)
      assert.include((yield* run("UK")).said, "United Kingdom (GB)")
      assert.include((yield* run("VA")).said, "OpenStreetMap, Vatican City, in Centro (Geofabrik)")
      assert.include((yield* run("SG")).said, "Its file also holds: Brunei, Malaysia")
    })
  )

  it.effect("MUST name an unknown country, and a country without data", () =>
    Effect.gen(function* () {
      const wrong = yield* run("Nowhere")
      assert.deepStrictEqual([wrong.code, wrong.said.includes('No country is called "Nowhere"')], [1, true])
      const empty = yield* run("AQ")
      assert.deepStrictEqual([empty.code, empty.said.includes("No open data for Antarctica is known")], [1, true])
    })
  )

  it.effect("MUST print the entries unchanged for programs, with when their lists were downloaded", () =>
    Effect.gen(function* () {
      const { entries, indexes } = JSON.parse((yield* run("LI", "--json")).said) as {
        readonly entries: ReadonlyArray<{ readonly id: string }>
        readonly indexes: ReadonlyArray<{ readonly upstream: string; readonly takenAt: string }>
      }
      assert.include(
        entries.map(({ id }) => id),
        "geofabrik:europe/liechtenstein"
      )
      assert.deepStrictEqual(
        indexes.map(({ upstream }) => upstream),
        ["geofabrik", "overture", "openaddresses", "register"]
      )
    })
  )
})
