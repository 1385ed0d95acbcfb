import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { findProgram } from './programs.ts'

/** A server behind the balancer, on this machine: its port, and the one at which it is asked how it is. */
export interface Backend {
  readonly port: number
  readonly healthPort: number
}

/**
 * deploy/haproxy.cfg as it is shipped, but for the addresses: one of its two `listen` sections, on a port of this machine, before these
 * servers in the order of the file. Throws where the file has another number of them.
 */
export function shippedConfiguration(section: 'wallet' | 'database', port: number, backends: readonly Backend[]): string {
  const text = readFileSync('deploy/haproxy.cfg', 'utf8')
  const isOther = (part: string): boolean => part.startsWith('listen ') && !part.startsWith(`listen ${section}\n`)
  const places = new Map<string, number>()
  const configuration = text
    .split(/^(?=listen )/m)
    .filter((part) => !isOther(part))
    .join('')
    .replace(/^( {2}bind ):\d+$/m, `$1127.0.0.1:${port}`)
    .replaceAll(/^( {2}server \S+) (\S+):\d+/gm, (_line, server: string, host: string) => {
      const place = places.get(host) ?? places.size
      places.set(host, place)
      const backend = backends[place]
      return `${server} 127.0.0.1:${backend?.port} port ${backend?.healthPort}`
    })
  if (places.size !== backends.length) throw new Error(`deploy/haproxy.cfg has ${places.size} servers in ${section}`)
  return configuration
}

/** Starts HAProxy on a configuration, which is kept in a file. */
export async function startHaproxy(file: string, configuration: string): Promise<ChildProcess> {
  const program = await findProgram('/usr/sbin/haproxy', 'haproxy')
  writeFileSync(file, configuration)
  return spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
}
