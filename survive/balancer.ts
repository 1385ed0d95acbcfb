import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/server-process'
import { findProgram } from './programs.ts'

/** A wallet behind a balancer: its port for people, and the one of its health. */
export interface Backend {
  readonly port: number
  readonly healthPort: number
}

/** HAProxy before some wallets: sends people to those that say they are ready. */
export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

/** Starts HAProxy on a configuration, which is kept in a file. */
export async function startHaproxy(file: string, configuration: string): Promise<ChildProcess> {
  const program = await findProgram('/usr/sbin/haproxy', 'haproxy')
  writeFileSync(file, configuration)
  return spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
}

/** Starts HAProxy, as an operator would have it: asks /readyz of each wallet five times a second, and tries nothing twice. */
export async function openBalancer(folder: string, backends: readonly Backend[]): Promise<Balancer> {
  const port = await freePort()
  const process = await startHaproxy(join(folder, 'wallets.cfg'), configurationOf(port, backends))
  const url = `http://127.0.0.1:${port}`
  await whenOpen(process, url)
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGTERM')
      await ended
    },
  }
}

function configurationOf(port: number, backends: readonly Backend[]): string {
  const servers = backends.map(
    ({ port: own, healthPort }, place) =>
      `  server wallet${place} 127.0.0.1:${own} check port ${healthPort} inter 200ms fall 1 rise 1`,
  )
  return `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 30s
  timeout queue 5s
  retries 0
frontend people
  bind 127.0.0.1:${port}
  default_backend wallets
backend wallets
  option httpchk GET /readyz
  http-check expect status 200
${servers.join('\n')}
`
}

async function whenOpen(process: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (process.exitCode !== null) throw new Error(`HAProxy ended with ${process.exitCode}`)
    const status = await fetch(`${url}/v2/wallet/config`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    await pause(100)
  }
  throw new Error('HAProxy does not lead to a wallet')
}
