import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/free-port'
import { type Backend, shippedConfiguration, startHaproxy } from './haproxy.ts'

/** HAProxy before some wallets: sends people to those that say they are ready. */
export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

/** Starts HAProxy before two wallets as deploy/haproxy.cfg has it, and waits until it leads to one. */
export async function openBalancer(folder: string, backends: readonly Backend[]): Promise<Balancer> {
  const port = await freePort()
  const process = await startHaproxy(join(folder, 'wallets.cfg'), shippedConfiguration('wallet', port, backends))
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
