// How much slower than an idle machine this one is right now: the time-outs of tests, which end what hangs, are stretched by it.

// What the work below takes on a machine of two idle cores.
const IDLE_MS = 500
const MOST = 10
const ROUNDS = 20

/** Times a fixed piece of work, some megabytes of JSON written and read; from 1 on an idle machine to 10. */
export function measureSlowness() {
  const lines = Array.from({ length: 20_000 }, (_, line) => ({ id: `line ${line}`, amount: line * 7, of: ['USD', 'RUB'] }))
  const startedAt = performance.now()
  for (let round = 0; round < ROUNDS; round += 1) JSON.parse(JSON.stringify(lines))
  return Math.min(MOST, Math.max(1, (performance.now() - startedAt) / IDLE_MS))
}
