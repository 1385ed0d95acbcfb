import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOfMachineClock, setMachineClock } from '#tests/fake-time'

/** One clock of all machines of a world, which can go faster than time; what is measured by a monotonic clock does not notice. */
export interface MachineClock {
  /** The environment of a process that goes by it. */
  readonly environment: Readonly<Record<string, string>>
  now(): Date
  /** By how many seconds it is ahead of the real one. */
  secondsAhead(): number
  /** Sets it, in seconds ahead of the real one. */
  set(secondsAhead: number): void
  /** Lets it go this many times as fast, in steps of a quarter of a second, until what comes back is called. */
  hurry(speed: number): () => void
  close(): void
}

const STEP_MS = 250

/** Makes a clock that shows the real time ahead by so many seconds. Installs libfaketime where it is missing; throws where it cannot be. */
export async function openMachineClock(secondsAhead: number): Promise<MachineClock> {
  const folder = mkdtempSync(join(tmpdir(), 'machine-clock-'))
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o755)
  const file = join(folder, 'clock')
  const environment = await environmentOfMachineClock(file)
  let ahead = 0
  const set = (seconds: number): void => {
    ahead = seconds
    setMachineClock(file, seconds)
  }
  set(secondsAhead)
  return {
    environment,
    now: () => new Date(Date.now() + ahead * 1000),
    secondsAhead: () => ahead,
    set,
    hurry(speed) {
      const [from, startedAt] = [ahead, performance.now()]
      const timer = setInterval(() => set(from + ((performance.now() - startedAt) / 1000) * (speed - 1)), STEP_MS)
      return () => clearInterval(timer)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
