import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { knownSettings } from "../../src/settings/Settings.ts"
import packageJson from "../../package.json" with { type: "json" }
import { chart, table, written } from "./ChartValues.ts"
import { folder, helm, missing, missingHelm } from "./Tools.ts"

if (missingHelm !== undefined) process.stderr.write(`The chart is not rendered: ${missingHelm}\n`)

/** A Kubernetes object, as rendered by the chart. */
interface Rendered {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly spec: Readonly<Record<string, unknown>>
}

interface PodSpec {
  readonly automountServiceAccountToken: boolean
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly volumes: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly containers: ReadonlyArray<{
    readonly image: string
    readonly env: ReadonlyArray<{ readonly name: string; readonly value?: string; readonly valueFrom?: unknown }>
    readonly securityContext: Readonly<Record<string, unknown>>
  }>
}

const render = async (...values: ReadonlyArray<string>): Promise<ReadonlyArray<Rendered>> => {
  const { ok, said, stdout } = await helm("template", "home", chart, ...values.flatMap((value) => ["--set", value]))
  assert.isTrue(ok, said)
  return parseAllDocuments(stdout).flatMap((document) => {
    const value: Rendered | null = document.toJS()
    return value === null ? [] : [value]
  })
}

const of = (objects: ReadonlyArray<Rendered>, kind: string) => objects.filter((each) => each.kind === kind)

const podOf = (objects: ReadonlyArray<Rendered>): PodSpec => {
  const [deployment] = of(objects, "Deployment")
  return (deployment!.spec["template"] as { readonly spec: PodSpec }).spec
}

const environmentOf = (objects: ReadonlyArray<Rendered>) =>
  new Map(podOf(objects).containers[0]!.env.map(({ name, value, valueFrom }) => [name, value ?? valueFrom]))

const external = ["database.mode=external", "database.existingSecret=pg", "persistence.enabled=false"]

const everything = [
  ...external,
  "database.passwordKey=password",
  "database.readUrlsKey=replicas",
  "replicas=3",
  "autoscaling.enabled=true",
  "ingress.enabled=true",
  "ingress.className=nginx",
  "ingress.hosts={homes.example.com,example.org}",
  "ingress.tls[0].secretName=tls",
  "ingress.tls[0].hosts={homes.example.com}",
  "networkPolicy.enabled=true",
  "networkPolicy.from[0].podSelector.matchLabels.app=shop",
  "metrics.serviceMonitor.enabled=true",
  "metrics.serviceMonitor.labels.release=prometheus",
  "secrets.existingSecret=mine",
  "secrets.keys={METRICS_TOKEN,ADMIN_PASSWORD}",
  "image.digest=sha256:" + "a".repeat(64),
  "image.pullSecrets={registry}",
  "settings.SOURCES=starter",
  "settings.READ_THREADS=2",
  "nodeSelector.disk=fast",
  "podAnnotations.a=b",
  "podLabels.team=homes",
  "commonLabels.part-of=shop",
  "priorityClassName=high",
  "work.autoscaling.enabled=true",
  "work.topologySpreadConstraints[0].maxSkew=1",
  "work.topologySpreadConstraints[0].topologyKey=kubernetes.io/hostname",
  "work.topologySpreadConstraints[0].whenUnsatisfiable=ScheduleAnyway",
  "serviceAccount.annotations.a=b",
  "service.annotations.a=b"
]

describe("the chart's documents", () => {
  it("MUST have the version that is released with it", () => {
    const { appVersion, version } = parse(readFileSync(Path.join(chart, "Chart.yaml"), "utf8"))
    assert.deepStrictEqual([version, appVersion], [packageJson.version, packageJson.version])
  })

  it("MUST list every value with its default and a sentence; run npm run chart after changing them", () => {
    assert.strictEqual(written(), table())
    assert.notMatch(table(), /^\| `.*\|\s+\|$/m)
  })
})

describe.skipIf(missingHelm !== undefined)("the chart", () => {
  const rendered: Record<string, ReadonlyArray<Rendered>> = {}
  beforeAll(async () => {
    rendered["as it comes"] = await render()
    rendered["with a server of one's own"] = await render(...external, "replicas=2")
    rendered["with secrets by value"] = await render(
      "database.mode=external",
      "database.url=postgres://a:b@c/d",
      "database.readUrls=postgres://a:b@e/d",
      "secrets.values.METRICS_TOKEN=0123456789abcdef",
      "metrics.serviceMonitor.enabled=true"
    )
    rendered["with everything"] = await render(...everything)
  })

  it("MUST pass Helm's lint", async () => {
    const { ok, said, stdout } = await helm("lint", "--strict", chart)
    assert.isTrue(ok, said + stdout)
  })

  it("MUST fit Kubernetes' types, member by member", () => {
    const place = mkdtempSync(Path.join(Os.tmpdir(), "doorstep-chart-"))
    try {
      symlinkSync(Path.join(folder, "node_modules"), Path.join(place, "node_modules"), "junction")
      const objects = Object.values(rendered)
        .flat()
        .filter(({ kind }) => kind !== "ServiceMonitor")
      assert.isAbove(objects.length, 15)
      // An object literal may have no member that its type lacks, so the compiler finds misspelled names.
      const lines = objects.map(
        ({ apiVersion, kind, ...rest }, index) =>
          `import type { I${kind} as K${index} } from "kubernetes-models/${apiVersion}/${kind}"\n` +
          `export const o${index}: K${index} = ${JSON.stringify({ apiVersion, kind, ...rest })}\n`
      )
      writeFileSync(Path.join(place, "objects.ts"), lines.join(""))
      const options = {
        module: "preserve",
        target: "esnext",
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: []
      }
      writeFileSync(
        Path.join(place, "tsconfig.json"),
        JSON.stringify({ compilerOptions: options, files: ["objects.ts"] })
      )
      const tsc = Path.resolve("node_modules/typescript/bin/tsc")
      execFileSync(process.execPath, [tsc, "-p", place, "--pretty", "false"], { encoding: "utf8" })
    } catch (cause) {
      assert.fail(cause instanceof Error && "stdout" in cause ? String(cause.stdout).slice(0, 2000) : String(cause))
    } finally {
      rmSync(place, { recursive: true })
    }
  })

  it("MUST keep pods to the restricted standard, with a folder for everything that is written", () => {
    for (const objects of Object.values(rendered)) {
      const pod = podOf(objects)
      assert.isFalse(pod.automountServiceAccountToken)
      assert.deepInclude(pod.securityContext, {
        runAsNonRoot: true,
        runAsUser: 10001,
        fsGroupChangePolicy: "OnRootMismatch",
        seccompProfile: { type: "RuntimeDefault" }
      })
      assert.deepStrictEqual(pod.containers[0]!.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
      assert.deepStrictEqual(
        pod.volumes.map(({ name }) => name),
        ["data", "tmp", "shared-memory"]
      )
    }
  })

  it("MUST set settings that the service knows, and secrets by reference", () => {
    const names = new Set(knownSettings.map(({ name }) => name))
    for (const objects of Object.values(rendered)) {
      for (const name of environmentOf(objects).keys()) assert.isTrue(names.has(name), name)
    }
    const set = environmentOf(rendered["with everything"]!)
    assert.deepStrictEqual(set.get("DATABASE_URL"), { secretKeyRef: { name: "pg", key: "url" } })
    assert.deepStrictEqual(set.get("DATABASE_PASSWORD"), { secretKeyRef: { name: "pg", key: "password" } })
    assert.deepStrictEqual(set.get("ADMIN_PASSWORD"), { secretKeyRef: { name: "mine", key: "ADMIN_PASSWORD" } })
    assert.strictEqual(set.get("PUBLIC_HOSTS"), "homes.example.com,example.org")
    assert.strictEqual(set.get("RATE_LIMIT_STORE"), "database")
    assert.strictEqual(set.get("READ_THREADS"), "2")
    assert.isFalse(environmentOf(rendered["as it comes"]!).has("DATABASE_URL"))
    const own = rendered["with secrets by value"]!
    assert.deepInclude(of(own, "Secret")[0] as unknown as object, {
      stringData: {
        DATABASE_URL: "postgres://a:b@c/d",
        DATABASE_READ_URLS: "postgres://a:b@e/d",
        METRICS_TOKEN: "0123456789abcdef"
      }
    })
    assert.deepStrictEqual(set.get("DATABASE_READ_URLS"), { secretKeyRef: { name: "pg", key: "replicas" } })
    assert.deepStrictEqual(environmentOf(own).get("DATABASE_READ_URLS"), {
      secretKeyRef: { name: "home-doorstep", key: "DATABASE_READ_URLS" }
    })
    assert.deepStrictEqual(environmentOf(own).get("DATABASE_URL"), {
      secretKeyRef: { name: "home-doorstep", key: "DATABASE_URL" }
    })
  })

  it("MUST create what the values request, and nothing else", () => {
    const kinds = (name: string) => rendered[name]!.map(({ kind }) => kind).sort()
    assert.deepStrictEqual(kinds("as it comes"), ["Deployment", "PersistentVolumeClaim", "Service", "ServiceAccount"])
    assert.deepStrictEqual(kinds("with a server of one's own"), [
      "Deployment",
      "PodDisruptionBudget",
      "Service",
      "ServiceAccount"
    ])
    assert.deepStrictEqual(kinds("with everything"), [
      "Deployment",
      "Deployment",
      "HorizontalPodAutoscaler",
      "HorizontalPodAutoscaler",
      "Ingress",
      "NetworkPolicy",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "PodDisruptionBudget",
      "Service",
      "ServiceAccount",
      "ServiceMonitor"
    ])
    assert.deepStrictEqual(of(rendered["as it comes"]!, "Deployment")[0]!.spec["strategy"], { type: "Recreate" })
    assert.isUndefined(of(rendered["with everything"]!, "Deployment")[0]!.spec["replicas"], "the autoscaler's")
    const [monitor] = of(rendered["with everything"]!, "ServiceMonitor")
    assert.deepInclude((monitor!.spec["endpoints"] as ReadonlyArray<object>)[0], {
      path: "/metrics",
      authorization: { type: "Bearer", credentials: { name: "mine", key: "METRICS_TOKEN" } }
    })
  })

  it("MUST read sources in separate pods if that is requested, and only there", async () => {
    const objects = await render(...external, "work.replicas=2", "networkPolicy.enabled=true")
    const named = (kind: string) => of(objects, kind).map(({ metadata }) => metadata.name)
    for (const kind of ["Deployment", "PodDisruptionBudget", "NetworkPolicy"]) {
      assert.include(named(kind), "home-doorstep-work", kind)
    }
    assert.strictEqual(environmentOf(objects).get("SYNC"), "off")
    const work = podOf(of(objects, "Deployment").filter(({ metadata }) => metadata.name.endsWith("-work")))
    const [container] = work.containers
    const names = container!.env.map(({ name }) => name)
    assert.include(names, "DATABASE_URL")
    assert.notInclude(names, "SYNC")
    // The service routes requests only to pods that serve.
    const [service] = of(objects, "Service")
    const [, working] = of(objects, "Deployment").map(
      ({ spec }) => (spec["selector"] as { readonly matchLabels: Readonly<Record<string, string>> }).matchLabels
    )
    assert.notDeepEqual(service!.spec["selector"], working)
    assert.isFalse(environmentOf(rendered["with a server of one's own"]!).has("SYNC"))
  })

  it("MUST keep serving until no request is routed to a stopping pod, within its grace period", async () => {
    const stopping = (objects: ReadonlyArray<Rendered>) =>
      (podOf(objects).containers[0] as unknown as { readonly lifecycle?: object }).lifecycle
    assert.deepStrictEqual(stopping(rendered["with a server of one's own"]!), {
      preStop: { exec: { command: ["sleep", "5"] } }
    })
    assert.isUndefined(stopping(await render("drainSeconds=0")))
  })

  it("MUST tell a starting pod from a stuck one, whether it serves or works", async () => {
    const objects = await render(...external, "work.replicas=2")
    for (const deployment of of(objects, "Deployment")) {
      const [container] = podOf([deployment]).containers as unknown as ReadonlyArray<
        Record<"startupProbe" | "livenessProbe", { readonly periodSeconds: number; readonly failureThreshold: number }>
      >
      const patience = ({ failureThreshold, periodSeconds }: (typeof container & object)["startupProbe"]) =>
        failureThreshold * periodSeconds
      // An upgrade may move tables for most of an hour, but a stuck pod is replaced within minutes.
      assert.isAtLeast(patience(container!.startupProbe), 3_600)
      assert.isAtMost(patience(container!.livenessProbe), 120)
    }
  })

  it("MUST scale pods that read sources by ordered synchronizations or by processor load", async () => {
    const scaler = (objects: ReadonlyArray<Rendered>) =>
      of(objects, "HorizontalPodAutoscaler").find(({ metadata }) => metadata.name.endsWith("-work"))!.spec
    const external = { metric: { name: "doorstep_work_ordered" }, target: { type: "AverageValue", averageValue: "2" } }
    const cpu = { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } }
    const both = scaler(rendered["with everything"]!)
    assert.deepStrictEqual(both["metrics"], [
      { type: "External", external },
      { type: "Resource", resource: cpu }
    ])
    assert.deepInclude(both, { minReplicas: 1, maxReplicas: 4 })
    const ofWork = of(rendered["with everything"]!, "Deployment").find(({ metadata }) =>
      metadata.name.endsWith("-work")
    )
    assert.isUndefined(ofWork!.spec["replicas"], "the autoscaler's")
    assert.strictEqual(environmentOf(rendered["with everything"]!).get("SYNC"), "off")
    const byProcessor = await render(
      "database.mode=external",
      "database.existingSecret=pg",
      "persistence.enabled=false",
      "work.autoscaling.enabled=true",
      "work.autoscaling.targetOrdered=0"
    )
    assert.deepStrictEqual(scaler(byProcessor)["metrics"], [{ type: "Resource", resource: cpu }])
  })

  it.each<[values: ReadonlyArray<string>, said: RegExp]>([
    [["replicas=2"], /database\.mode=embedded serves one pod: set replicas=1/],
    [["autoscaling.enabled=true"], /database\.mode=embedded serves one pod/],
    [["database.existingSecret=pg"], /database\.mode=embedded needs no server/],
    [["database.mode=external"], /needs a server: set database\.existingSecret/],
    [["database.mode=external", "database.existingSecret=pg", "replicas=2"], /cannot mount one ReadWriteOnce volume/],
    [["database.readUrls=postgres://a/b"], /database\.mode=embedded has no replicas/],
    [
      ["database.mode=external", "database.url=postgres://a/b", "database.readUrlsKey=replicas"],
      /readUrlsKey is a key of database\.existingSecret/
    ],
    [["secrets.keys={ADMIN_PASSWORD}"], /secrets\.existingSecret, which is not set/],
    [["metrics.serviceMonitor.enabled=true"], /asks for a token: put METRICS_TOKEN/],
    [["settings.DATABASE_URL=postgres://a/b"], /DATABASE_URL is set by the chart/],
    [["database.mode=sqlite"], /database\/mode.*one of/],
    [["work.replicas=2"], /work\.replicas asks for a database that several pods reach/],
    [["work.autoscaling.enabled=true"], /asks for a database that several pods reach/],
    [
      [
        ...external,
        "work.autoscaling.enabled=true",
        "work.autoscaling.targetOrdered=0",
        "work.autoscaling.targetCPUUtilizationPercentage=0"
      ],
      /work\.autoscaling needs something to go by/
    ],
    [["drainSeconds=40"], /terminationGracePeriodSeconds has to be at least/],
    [["replica=2"], /additional properties 'replica' not allowed/],
    [["persistence.size=20 GB"], /persistence\/size/]
  ])("MUST refuse contradictory values, and say what to do: %s", async (values, said) => {
    const answer = await helm("template", "home", chart, ...values.flatMap((value) => ["--set", value]))
    assert.isFalse(answer.ok)
    assert.match(answer.said, said)
  })

  it("MUST tell users how to reach the service", async () => {
    const args = ["install", "home", chart, "--dry-run=client", "--namespace", "homes"]
    const { ok, said, stdout } = await helm(...args)
    assert.isTrue(ok, said)
    assert.include(stdout, "kubectl --namespace homes port-forward service/home-doorstep 8080:80")
  })

  afterAll(() => assert.isUndefined(missing))
})
