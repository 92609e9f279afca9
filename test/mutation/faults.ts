import type { Faults } from "./Fault.ts"

/** Most were drawn by chance from all places where an operator, a condition, a bound or a statement can be another one. */
export const faults: Faults = {
  "properties/Bridge.ts": {
    tests: ["test/properties/Bridge.test.ts"],
    faults: [["tried < asked", "tried <= asked"]]
  },
  "properties/report/Assemble.ts": {
    tests: ["test/properties/report/Report.test.ts"],
    faults: [["trials.length === 0", "trials.length !== 0"]]
  },
  "properties/report/JUnit.ts": {
    tests: ["test/properties/report/Report.test.ts"],
    faults: [['outcome === "broken"', "false"]]
  },
  "properties/report/Page.ts": {
    tests: ["test/properties/report/Report.test.ts"],
    faults: [
      [
        "return chance >= 0.001 ? `${(100 * chance).toFixed(1)} percent` : `1 in ${number(Math.round(1 / chance))}`",
        "return chance >= 1.001 ? `${(100 * chance).toFixed(1)} percent` : `1 in ${number(Math.round(1 / chance))}`"
      ]
    ]
  },
  "schemas/Numbers.ts": {
    tests: ["test/properties/report/Report.test.ts"],
    faults: [["Schema.isGreaterThanOrEqualTo(0)", "Schema.isGreaterThanOrEqualTo(1)"]]
  },
  "properties/report/Signature.ts": {
    tests: ["test/properties/report/Report.test.ts"],
    faults: [
      ['key.type === "private" ? createPublicKey(key) : key', 'key.type === "private" ? key : createPublicKey(key)'],
      ["whole && gone !== undefined", "gone !== undefined"]
    ]
  },
  "properties/statistics/ChiSquare.ts": {
    tests: ["test/properties/statistics/Statistics.test.ts"],
    faults: [
      [
        "let [low, high] = [0, degrees + 10]",
        "let [low, high] = [1, degrees + 10]",
        "No bound that is asked for lies below 1."
      ]
    ]
  },
  "properties/statistics/Detectable.ts": {
    tests: ["test/properties/statistics/Statistics.test.ts"],
    faults: [
      ["square * degrees", "square / degrees"],
      ["alpha / 2", "alpha * 2"]
    ]
  },
  "properties/statistics/Gamma.ts": {
    tests: ["test/properties/statistics/Statistics.test.ts"],
    faults: [
      [
        "return sum * Math.exp(-x + a * Math.log(x) - lnGamma(a))",
        "return sum * Math.exp(-x + a / Math.log(x) - lnGamma(a))"
      ],
      ["x + 1 - a", "x + 1 + a"]
    ]
  },
  "properties/statistics/SecondLevel.ts": {
    tests: ["test/properties/statistics/Statistics.test.ts"],
    faults: [
      [
        "const distance = distanceOf(pValues.toSorted((a, b) => a - b))",
        "const distance = distanceOf(pValues.toSorted((a, b) => a + b))"
      ]
    ]
  },
  "src/catalog/Catalog.ts": {
    tests: ["test/catalog/CatalogPaging.test.ts", "test/catalog/Catalog.test.ts"],
    faults: [["byName.filter((key) => byId.includes(key))", "byName"]]
  },
  "src/catalog/CatalogCursor.ts": {
    tests: ["test/catalog/CatalogPaging.test.ts"],
    faults: [['bytes.length < macLength + 8 || bytes.toString("base64url") !== cursor', "false"]]
  },
  "src/catalog/CatalogStoreMemory.ts": {
    tests: ["test/catalog/CatalogPaging.test.ts", "test/catalog/Catalog.test.ts", "test/catalog/CatalogLocate.test.ts"],
    faults: [
      [
        "const count = counts.get(key) ?? { total: 0, residential: 0 }",
        "const count = counts.get(key) ?? { total: 0, residential: 1 }"
      ]
    ]
  },
  "src/catalog/Coverage.ts": {
    tests: ["test/catalog/Coverage.test.ts"],
    faults: [["!complete", "complete"]]
  },
  "src/draw/Draws.ts": {
    tests: ["test/draw/InstantBuffer.test.ts", "test/draw/PoolChanged.test.ts"],
    faults: [["? Sampler.rank(seed, left).subarray(0, count * 2)", "? Sampler.rank(seed, left).subarray(1, count * 2)"]]
  },
  "src/draw/InstantBuffer.ts": {
    tests: ["test/draw/InstantBuffer.test.ts"],
    faults: [["buffer.edition === edition ? [...buffer.draws, ...made] : [...made]", "[...buffer.draws, ...made]"]]
  },
  "src/draw/Sampler.ts": {
    tests: ["test/draw/Sampler.test.ts", "test/draw/text/Weights.test.ts", "test/draw/keys/KeyReader.test.ts"],
    faults: [
      [
        "return keys.subarray(start * 2, lowerBound(keys, (bucket + 1) * width, 0) * 2)",
        "return keys.subarray(start / 2, lowerBound(keys, (bucket + 1) * width, 0) * 2)"
      ],
      ["export const acceptanceCeiling = 80", "export const acceptanceCeiling = 81"],
      [
        "while (parts < 2 ** roughBits && starts[parts]! < count) parts++",
        "while (parts < 2 ** roughBits && starts[parts]! < count - 1) parts++"
      ],
      ["if (level === 0) return pick(hash, keys)", "if (level === 1) return pick(hash, keys)"],
      [
        "add(keys: SampleKeys): void {\n    for (let i = 0; i < keys.length; i += 2) {",
        "add(keys: SampleKeys): void {\n    for (let i = 0; i <= keys.length; i += 2) {",
        "An entry of nothing is asked for by nobody."
      ],
      ["const tagAccept = 2", "const tagAccept = 1"],
      ["keys[index * 2]! - hi || keys[index * 2 + 1]! - lo", "keys[index * 2]! - hi || keys[index * 3 + 1]! - lo"],
      ["hash.lo & 1", "hash.lo & 2"],
      ["keyCount(rest) > acceptanceCeiling", "keyCount(rest) > acceptanceCeiling + 1"],
      ["const tagSplit = 5", "const tagSplit = 6"]
    ]
  },
  "src/draw/Scope.ts": {
    tests: ["test/draw/Scope.test.ts"],
    faults: [
      ["before === undefined ? keys : keys.filter((key) => before.includes(key))", "keys"],
      [
        "sizes.indexOf(Math.min(...sizes))",
        "sizes.indexOf(Math.max(...sizes))",
        "Which index is read first is a matter of speed."
      ],
      ["pool === undefined || pool.residential === 0", "pool === undefined"]
    ]
  },
  "src/draw/SipHash.ts": {
    tests: ["test/draw/SipHash.test.ts"],
    faults: [
      ["v2h = (v2h + v1h + Number(v2l >>> 0 < t >>> 0)) | 0", "v2h = (v2h + v1h + Number(t >>> 0 < v2l >>> 0)) | 0"],
      ["this.update(tag, keys[i]!, keys[i + 1]!)", "this.update(tag, keys[i]!, keys[i - 1]!)"],
      ["v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h", "v1h = ((v1h << 18) | (v1l >>> 15)) ^ v2h"],
      ["from === 2", "from !== 2"]
    ]
  },
  "src/draw/keys/BucketSizes.ts": {
    tests: ["test/draw/keys/BucketSizes.test.ts"],
    faults: [["known?.level === level ? known.sizes : undefined", "known?.level === level ? undefined : known.sizes"]]
  },
  "src/draw/keys/KeyCache.ts": {
    tests: ["test/draw/keys/KeyCache.test.ts"],
    faults: [
      [
        "const idleDraws = { always: 262_144, forEach: 4 }",
        "const idleDraws = { always: 262_144, forEach: 5 }",
        "How long idle keys are kept is a matter of speed."
      ],
      [
        "free >= needed || held.usedAt >= inUseSince",
        "held.usedAt >= inUseSince",
        "Room only grows: to look on when there is enough changes nothing."
      ]
    ]
  },
  "src/draw/keys/KeyFile.ts": {
    tests: ["test/draw/keys/KeyFile.test.ts"],
    faults: [
      ["if (section.start < this.#next && start < section.end) this.#drop(scope, section)", ""],
      ["if (at > end) return", ""]
    ]
  },
  "src/draw/keys/KeyMemory.ts": {
    tests: ["test/draw/keys/KeyCache.test.ts", "test/draw/keys/KeyReader.test.ts"],
    faults: [["this.#sizes.learn(scope, all)", ""]]
  },
  "src/draw/keys/KeyPolicy.ts": {
    tests: ["test/draw/keys/KeyPolicy.test.ts", "test/draw/keys/KeyCache.test.ts"],
    faults: [
      [
        "return Array.from({ length: 2 ** level }, (_, part) => Sampler.bucketRange(level, part))",
        "return Array.from({ length: 3 ** level }, (_, part) => Sampler.bucketRange(level, part))"
      ]
    ]
  },
  "src/draw/keys/KeyReader.ts": {
    tests: ["test/draw/keys/KeyReader.test.ts"],
    faults: [["memory.count(scope, level, counted)", ""]]
  },
  "src/draw/text/Weights.ts": {
    tests: ["test/draw/text/Weights.test.ts"],
    faults: [
      [
        "const difference = this.streets[middle * 2]! - hi || this.streets[middle * 2 + 1]! - lo",
        "const difference = this.streets[middle * 2]! - hi || this.streets[middle * 3 + 1]! - lo"
      ],
      [
        "middle === from || middle === to",
        "middle === to",
        "Either stands for streets of one key, which there are none of."
      ]
    ]
  },
  "src/draw/urns/BucketUrns.ts": {
    tests: ["test/draw/SmallCity.test.ts", "test/draw/GoldenDraws.test.ts"],
    faults: [
      [
        "const [all] = yield* buckets.read(0, [0])",
        "const [all] = yield* buckets.read(0, [1])",
        "A scope of one bucket is read whole, whatever its number."
      ]
    ]
  },
  "src/pool/stored/Decompose.ts": {
    tests: ["test/pool/stored/Stored.test.ts"],
    faults: [
      [
        'at < 0 || isWord.test(text[at - 1] ?? " ") || isWord.test(text[at + recordId.length] ?? " ")',
        'isWord.test(text[at + recordId.length] ?? " ")'
      ],
      ["statement.derived === undefined &&\n  origin.derived", "statement.derived !== undefined &&\n  origin.derived"],
      ["statement.derived === undefined &&\n  origin.derived === undefined &&", ""]
    ]
  },
  "src/pool/stored/ShownStreet.ts": {
    tests: ["test/pool/stored/Stored.test.ts"],
    faults: [["street[type] !== 0n", "street[type] === 0n"]]
  },
  "src/sync/complete/Aside.ts": {
    tests: ["test/sync/complete/Completion.test.ts"],
    faults: [
      ["size * 2", "size / 2"],
      ["file.write(buffer.subarray(0, length), start)", ""]
    ]
  },
  "src/sync/complete/Completion.ts": {
    tests: ["test/sync/complete/Completion.test.ts"],
    faults: [
      [
        "else ready.push(deriving.complete(made))",
        "else ready.unshift(deriving.complete(made))",
        "Records come in no promised order."
      ]
    ]
  },
  "src/sync/complete/Derive.ts": {
    tests: ["test/sync/complete/Completion.test.ts"],
    faults: [
      [
        '!this.#allowed.has("agreement") || (!namesCity(record) && !filled(record.region))',
        '!this.#allowed.has("agreement")',
        "Where neither is filled, nothing is put down."
      ]
    ]
  },
  "src/sync/complete/Sift.ts": {
    tests: ["test/sync/complete/Completion.test.ts"],
    faults: [["open.push(record)", "open.unshift(record)", "Records come in no promised order."]]
  },
  "src/sync/diagnosis/ClueWords.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [
      [
        'option === undefined\n        ? `Take the file of ${countryText(subject.country)}.`\n        : `Set \\`${option}\\` to ${option === "countries" ? `["${code}"]` : `"${code}"`}, or take the file of ${countryText(subject.country)}.`',
        'option === undefined ? `Set \\`${option}\\` to ${option === "countries" ? `["${code}"]` : `"${code}"`}, or take the file of ${countryText(subject.country)}.` : `Take the file of ${countryText(subject.country)}.`'
      ]
    ]
  },
  "src/sync/diagnosis/Clues.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [['text.trim() !== ""', 'text.trim() === ""']]
  },
  "src/sync/diagnosis/Diagnosis.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [
      [
        '...found.filter(({ severity }) => severity === "attention"),',
        '...found.filter(({ severity }) => severity !== "attention"),'
      ]
    ]
  },
  "src/sync/diagnosis/Homes.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [
      ["homes === 0 && against > most * total", "homes === 0"],
      [
        "if (homes === 0 && any && strong.length === 0 && weakest !== undefined) {",
        "if (homes !== 0 && any && strong.length === 0 && weakest !== undefined) {"
      ]
    ]
  },
  "src/sync/diagnosis/Rejections.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [
      ["counts.get(reason) ?? 0", "counts.get(reason)"],
      ["isMostly && main === undefined", "isMostly"]
    ]
  },
  "src/sync/diagnosis/Subject.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [["kind === configured?.type", "kind !== configured?.type"]]
  },
  "src/sync/diagnosis/Thresholds.ts": {
    tests: ["test/sync/diagnosis/Cases.test.ts", "test/sync/diagnosis/Diagnosis.test.ts"],
    faults: [["export const leftOut = 0.95", "export const leftOut = 1.95"]]
  },
  "src/sync/normalize/CleanText.ts": {
    tests: [
      "test/sync/normalize/ZeroCoordinates.test.ts",
      "test/sync/normalize/RequiredComponents.test.ts",
      "test/sync/normalize/Normalize.test.ts",
      "test/sync/normalize/Recurring.test.ts"
    ],
    faults: [["text === undefined || isClean.test(text)", "text === undefined", "A clean text is cleaned to itself."]]
  },
  "src/sync/normalize/Rejecting.ts": {
    tests: [
      "test/sync/normalize/ZeroCoordinates.test.ts",
      "test/sync/normalize/RequiredComponents.test.ts",
      "test/sync/normalize/Normalize.test.ts",
      "test/sync/normalize/Recurring.test.ts"
    ],
    faults: [["postcode === undefined && postcodeRequired.has(country)", "false"]]
  },
  "src/sync/publish/Gates.ts": {
    tests: ["test/sync/publish/Gates.test.ts"],
    faults: [
      ["change.after > 0 && records > limits.records", "false"],
      ["(before === 0 ? 0", "(before === 1 ? 0"]
    ]
  },
  "src/address/Precedence.ts": {
    tests: ["test/sync/publish/Merge.test.ts"],
    faults: [[`export const isNamed = ["place", "source"] as const`, `export const isNamed = ["source"] as const`]]
  },
  "src/sync/read/Reading.ts": {
    tests: ["test/sync/run/Synchronizer.test.ts"],
    faults: [["here = totals", ""]]
  },
  "src/sync/run/Health.ts": {
    tests: ["test/sync/run/Health.test.ts"],
    faults: [["lacksHomes && doubts.length === 0", "lacksHomes"]]
  },
  "src/sync/run/Synchronizer.ts": {
    tests: ["test/sync/run/Synchronizer.test.ts", "test/sync/run/Scheduler.test.ts"],
    faults: [["request.country === undefined || country === request.country", "request.country === undefined"]]
  }
}
