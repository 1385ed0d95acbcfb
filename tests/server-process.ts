import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '#tests/free-port'
import { programOf } from '#tests/programs'
import { SECRET } from '#tests/secret'

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals

// None outlives us.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const each of running) each.kill('SIGKILL')
})

/** The wallet in a process of its own on a given database, which can be killed as by a power cut. */
export class ServerProcess {
  readonly url: string
  readonly port: number
  private readonly databaseUrl: string
  private readonly settings: Readonly<Record<string, string>>
  private process: ChildProcess | undefined
  private opened: Promise<void> = Promise.resolve()
  private ended: Promise<Ending> = Promise.resolve(0)
  /** What it has written to stderr since this was created. */
  complaints = ''
  /** What it has printed since this was created. */
  said = ''

  private constructor(port: number, databaseUrl: string, settings: Readonly<Record<string, string>>) {
    this.port = port
    this.databaseUrl = databaseUrl
    this.settings = settings
    this.url = `http://127.0.0.1:${port}`
  }

  /** One that is not started yet; `settings` are its environment variables. */
  static async prepare(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    // The sandbox's card field would listen at the next one.
    return new ServerProcess(await freePort(2), databaseUrl, settings)
  }

  static async start(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.prepare(databaseUrl, settings)
    await server.start()
    return server
  }

  /** Starts it (again) and waits until it is ready; `settings` are of this start only, `program` is another version of it. */
  async start(settings: Readonly<Record<string, string>> = {}, program?: string): Promise<void> {
    this.begin(settings, program)
    await this.whenOpen()
  }

  /** Starts it (again) without waiting. */
  begin(settings: Readonly<Record<string, string>> = {}, program?: string): void {
    const started = spawn(process.execPath, program === undefined ? programOf('main') : [program], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATABASE_URL: this.databaseUrl,
        WALLET_SECRET: SECRET,
        SERVES_PAGE: 'off',
        SANDBOX_CARD_FIELD: 'off',
        // All people of the tests have the same cards.
        VELOCITY_CARD_WALLETS: '0',
        PROVIDER_TIMEOUT_MS: '3000',
        ...this.settings,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process = started
    running.add(started)
    started.once('close', () => running.delete(started))
    started.stderr?.on('data', (text: Buffer) => {
      this.complaints += text.toString()
    })
    started.stdout?.on('data', (text: Buffer) => {
      this.said += text.toString()
    })
    // Not 'exit': its output has not been read completely then.
    this.ended = new Promise((resolve) => started.once('close', (code, signal) => resolve(signal ?? code ?? 0)))
    this.opened = new Promise((resolve, reject) => {
      started.stdout?.once('data', () => resolve())
      void this.ended.then((end) => reject(new Error(`The wallet ended with ${end} before it was open: ${this.complaints}`)))
    })
    this.opened.catch(() => undefined)
  }

  /** Resolves when it is ready; rejects when it exits before. */
  whenOpen(): Promise<void> {
    return this.opened
  }

  /** Resolves when it has exited. */
  whenEnded(): Promise<Ending> {
    return this.ended
  }

  /** Its process id; nothing while it has not been started. */
  get pid(): number | undefined {
    return this.process?.pid
  }

  isRunning(): boolean {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null
  }

  /** Stops it gracefully (SIGTERM) and returns how it exited. */
  async stop(): Promise<Ending> {
    this.process?.kill('SIGTERM')
    return this.ended
  }

  /** Kills it with SIGKILL: no clean-up. */
  async kill(): Promise<void> {
    if (this.isRunning()) this.process?.kill('SIGKILL')
    await this.ended
  }
}
