import * as Path from "node:path"
import { DoorstepProcess } from "../../cli/DoorstepProcess.ts"
import { bundledProgram, bundledModule } from "../../support/BundledDoorstep.ts"
import { Proxy } from "../support/Proxy.ts"

const skew = Path.resolve(import.meta.dirname, "../fixtures/skew.ts")

/** A member's clock jumps, one per signal: forward or back, then right again. */
const skews = Array.from({ length: 60 }, (_, i) => {
  const jump = [3_600_000, -30_000, 86_400_000, -90_000, -86_400_000][(i >> 1) % 5]!
  return i % 2 === 0 ? jump : -jump
})

export interface MemberSettings {
  readonly databaseUrl: URL
  readonly replicaUrls: ReadonlyArray<URL>
  /** Where the member writes its files; this disk can be full. */
  readonly folder: string
  /** The file that holds the source's edition number. */
  readonly edition: string
}

const through = (url: URL, proxy: Proxy): string => {
  const other = new URL(url)
  other.port = String(proxy.port)
  return other.href
}

/** A process of the fleet, with a separate network to each database server. */
export class Member {
  readonly name: string
  readonly command: "serve" | "work"
  readonly settings: MemberSettings
  readonly primary: Proxy
  readonly replicas: ReadonlyArray<Proxy>
  #process: DoorstepProcess | undefined
  /** Undefined while it is not running, and for a member that does not serve. */
  url: string | undefined

  private constructor(
    name: string,
    command: Member["command"],
    settings: MemberSettings,
    primary: Proxy,
    replicas: ReadonlyArray<Proxy>
  ) {
    this.name = name
    this.command = command
    this.settings = settings
    this.primary = primary
    this.replicas = replicas
  }

  static async make(name: string, command: Member["command"], settings: MemberSettings): Promise<Member> {
    const primary = await Proxy.start(Number(settings.databaseUrl.port))
    const replicas = await Promise.all(settings.replicaUrls.map((url) => Proxy.start(Number(url.port))))
    return new Member(name, command, settings, primary, replicas)
  }

  get networks(): ReadonlyArray<Proxy> {
    return [this.primary, ...this.replicas]
  }

  get pid(): number {
    return this.#process!.pid
  }

  get isUp(): boolean {
    return this.#process !== undefined
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    const { databaseUrl, edition, folder, replicaUrls } = this.settings
    const settings = {
      DATABASE_URL: through(databaseUrl, this.primary),
      DATABASE_READ_URLS: replicaUrls.map((url, i) => through(url, this.replicas[i]!)).join(","),
      DATA_DIR: folder,
      TMPDIR: folder,
      EDITION: edition,
      GEOIP_DATABASE: "",
      LOG_LEVEL: "Warn",
      PORT: "0",
      RATE_LIMIT_STORE: "database",
      RATE_LIMIT_FALLBACK: "refuse",
      READ_THREADS: "1",
      NODE_OPTIONS: `--import=${new URL(`file://${skew}`).href}`,
      SKEWS: skews.join(",")
    }
    const args = [this.command, "--source", bundledModule("Editions")]
    const started = new DoorstepProcess(args, settings, undefined, bundledProgram())
    if (this.command === "work") await started.waitFor(/^Running as /m)
    else {
      this.url = (await started.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
      await started.waitFor(/^Ready\./m)
    }
    this.#process = started
  }

  /** Its log, for debugging. */
  get said(): string {
    return this.#process?.stderr ?? ""
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name)
  }

  async kill(): Promise<string> {
    const { said } = this
    this.url = undefined
    const ended = this.#process
    this.#process = undefined
    await ended?.signal("SIGKILL")
    return said
  }

  async stop(): Promise<void> {
    await this.kill()
    await Promise.all(this.networks.map((network) => network.stop()))
  }
}
