import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 50
const MB = 1_000_000

/** What a process holds of the machine's memory, in bytes. Of Linux only. */
export function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
  return pages * 4096
}

/** The same in millions of bytes. */
export function residentMb(pid: number): number {
  return residentBytes(pid) / MB
}

/** What a process holds of its own, without what it shares with others, in millions of bytes; nothing of one that is gone. */
export function ownMb(pid: number): number {
  try {
    const kb = Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
    return (kb * 1024) / MB
  } catch {
    return 0
  }
}

/** Does some work, and gives with what came of it the highest of what was looked for meanwhile. */
export async function peakWhile<Result>(
  look: () => number | Promise<number>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly peak: number }> {
  let peak = await look()
  let isDone = false
  const looking = async (): Promise<void> => {
    while (!isDone) {
      await pause(LOOK_EVERY_MS)
      if (!isDone) peak = Math.max(peak, await look())
    }
  }
  const looked = looking()
  const result = await work().finally(() => {
    isDone = true
  })
  await looked
  return { result, peak }
}
