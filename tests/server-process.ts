import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { programOf } from '#tests/programs'
import { SECRET } from '#tests/test-house'

/** The wallet as a process of its own on a given database, which can be killed as a power cut would. */
export class ServerProcess {
  readonly url: string
  private readonly port: number
  private readonly databaseUrl: string
  private process: ChildProcess | undefined

  private constructor(port: number, databaseUrl: string) {
    this.port = port
    this.databaseUrl = databaseUrl
    this.url = `http://127.0.0.1:${port}`
  }

  static async start(databaseUrl: string): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), databaseUrl)
    await server.start()
    return server
  }

  /** Starts it (again) and waits until it says that it is open. */
  async start(): Promise<void> {
    const started = spawn(process.execPath, programOf('main'), {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATABASE_URL: this.databaseUrl,
        WALLET_SECRET: SECRET,
        SERVES_PAGE: 'off',
        PROVIDER_TIMEOUT_MS: '1500',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.process = started
    await new Promise<void>((resolve, reject) => {
      started.stdout?.once('data', () => resolve())
      started.once('exit', (code) => reject(new Error(`The wallet ended with ${code} before it was open`)))
    })
  }

  /** Kills it with SIGKILL: no clean-up, nothing finished. */
  async kill(): Promise<void> {
    const { process: running } = this
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
