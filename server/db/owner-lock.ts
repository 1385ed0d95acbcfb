import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A claim on a folder that ends with the process, even by kill -9: the system closes the socket behind it. */
interface OwnerLock {
  release(): Promise<void>
}

/** What became of a claim: ours, or another process (by its id) has it. */
export type Claim = { readonly lock: OwnerLock } | { readonly owner: number }

type Answer = 'claiming' | 'holding' | 'dead'

const NAME = /^owner-([0-9]+)-[0-9a-f]{8}$/
const ANSWER_MS = 1000
const CLAIM_MS = 10_000

/** The longest name of a lock in its folder, in bytes: a socket's whole path has to stay under 104 (macOS) or 108 (Linux). */
export const LOCK_NAME_MAX = 'owner-4194304-00000000'.length

/**
 * Claims a folder for this process. Every claimant first listens on a socket of its own and only then looks at the others', so of
 * two at once at least one sees the other; of two that are still claiming the lower name goes on. Sockets nobody listens on any
 * more are swept away. No lock file with a process id: ids come back after a restart, in containers at once.
 */
export async function claimFolder(folder: string): Promise<Claim> {
  const name = `owner-${process.pid}-${randomUUID().slice(0, 8)}`
  const state = { answer: 'claiming' }
  const server = await listen(join(folder, name), state)
  const lock: OwnerLock = { release: () => new Promise((resolve) => server.close(() => resolve())) }
  try {
    const winner = await findWinner(folder, name)
    if (winner === undefined) {
      state.answer = 'holding'
      return { lock }
    }
    await lock.release()
    return { owner: Number(NAME.exec(winner)?.[1]) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function findWinner(folder: string, own: string): Promise<string | undefined> {
  const deadline = Date.now() + CLAIM_MS
  const others = readdirSync(folder).filter((name) => name !== own && NAME.test(name))
  for (const other of others) {
    for (;;) {
      const answer = await ask(join(folder, other))
      if (answer === 'dead') {
        rmSync(join(folder, other), { force: true })
        break
      }
      if (answer === 'holding' || other < own || Date.now() > deadline) return other
      await pause(20)
    }
  }
  return undefined
}

function listen(path: string, state: { readonly answer: string }): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(state.answer)
  })
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

// Who takes the call but does not answer lives all the same: busy, or stopped by a debugger.
function ask(path: string): Promise<Answer> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(path)
    const conclude = (answer: Answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(ANSWER_MS, () => conclude('holding'))
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    socket.on('end', () => conclude(said === 'claiming' ? 'claiming' : 'holding'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      conclude(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'dead' : 'holding')
    })
  })
}
