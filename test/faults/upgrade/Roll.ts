import { DoorstepProcess } from "../../cli/DoorstepProcess.ts"
import type { Version } from "./NextVersion.ts"
import { RoundRobin } from "./RoundRobin.ts"
import { Steady } from "./Steady.ts"

const password = "a password of the upgrade"

/** A service behind the balancer. */
interface Member {
  readonly process: DoorstepProcess
  readonly port: number
}

/** Two services with one database behind a balancer, clients, and an administrator. */
export class Roll {
  readonly #settings: Readonly<Record<string, string>>
  readonly balancer = new RoundRobin()
  readonly members: Array<Member> = []
  #load: Steady | undefined
  #cookie = ""

  constructor(databaseUrl: string, dataDir: string) {
    this.#settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: "0",
      GEOIP_DATABASE: "",
      ADMIN_PASSWORD: password,
      RATE_LIMIT_STORE: "database"
    }
  }

  get load(): Steady {
    return this.#load!
  }

  /** Starts a service of a version and sends it requests as soon as it is ready. */
  async start({ folder, program }: Version): Promise<DoorstepProcess> {
    const process = new DoorstepProcess(["serve"], this.#settings, folder, program)
    try {
      const [, port] = await process.waitFor(/listens on http:\/\/127\.0\.0\.1:(\d+)/)
      await process.waitFor(/^Ready\./m)
      this.members.push({ process, port: Number(port) })
      this.balancer.add(Number(port))
    } catch (cause) {
      await process.signal("SIGKILL")
      throw cause
    }
    return process
  }

  /** Stops the oldest service. The balancer finds out when its connections are refused. */
  async stopFirst(): Promise<void> {
    const { port, process } = this.members.shift()!
    const { code, stderr } = await process.signal("SIGTERM")
    this.balancer.remove(port)
    if (code !== 0) throw new Error(`A service ended with ${code} when it was stopped: ${stderr}`)
  }

  /** Replaces the oldest service by one of the given version. */
  async replace(stage: string, version: Version): Promise<void> {
    this.load.begin(stage)
    await this.start(version)
    await this.load.whileDoing(() => this.stopFirst())
  }

  /** As `replace`, by the first service of a version that changes the tables. */
  async migrate(stage: string, version: Version): Promise<void> {
    await this.load.whileDoing(() => this.replace(stage, version))
  }

  async begin(version: Version, clients: number): Promise<void> {
    await this.balancer.open()
    await this.start(version)
    await this.start(version)
    const signedIn = await this.admin("/session", { password })
    const [cookie] = signedIn.headers.getSetCookie()
    if (cookie === undefined) throw new Error(`Signing in: ${signedIn.status} ${await signedIn.text()}`)
    this.#cookie = cookie.split(";")[0]!
    this.#load = new Steady(this.balancer.url, await this.token("load", 1_000_000), clients)
  }

  /** Calls the administrator API through the balancer, always in the same session. */
  async admin(path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.balancer.url}/admin/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-doorstep-console": "1", cookie: this.#cookie, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  }

  /** The data of a successful response; throws on any other. */
  // Each test knows the shape of its response.
  // oxlint-disable-next-line typescript/no-explicit-any
  async ask(path: string, body?: unknown): Promise<any> {
    const answer = await this.admin(path, body)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text).data
  }

  async token(name: string, rateLimit: number): Promise<string> {
    return (await this.ask("/tokens", { name, scope: "generate", rateLimit })).token
  }

  /**
   * Sends this many requests at once with a new token, and counts those allowed, those refused, and the services that
   * took part: one of them may be granted all that is left, for requests that arrived together.
   */
  async burst(name: string, limit: number, requests: number) {
    const token = await this.token(name, limit)
    const answers = await Promise.all(
      Array.from({ length: requests }, () =>
        fetch(`${this.balancer.url}/api/v1/generate?country=US`, { headers: { authorization: `Bearer ${token}` } })
      )
    )
    await Promise.all(answers.map((answer) => answer.text()))
    const by = (status: number) => answers.filter((answer) => answer.status === status)
    return {
      answered: by(200).length,
      refused: by(429).length,
      services: new Set(answers.map(({ headers }) => headers.get("x-served-by"))).size
    }
  }

  async end(): Promise<void> {
    await this.#load?.stop()
    await Promise.all(this.members.map(({ process }) => process.signal("SIGKILL")))
    this.balancer.close()
  }
}
