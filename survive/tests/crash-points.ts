import { writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CRASH_POINTS, type CrashPoint } from '#server/db/crash-point'
import type { ServerProcess } from '#tests/server-process'
import { createProvoker } from '../provocations.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import { crashFileOf, type World } from '../world.ts'

const REACHED_MS = 30_000

/** R5: under load each of two wallets dies at every named point of the code, beside each commit, each call of a provider, each answer. */
export const crashPoints: SurvivalTest = {
  id: 'R5',
  name: 'killed at every point',
  bar: 'every point × 20, each reached; the same key gives the same final answer',
  async run({ random, openJournal, isQuick, parts, tell }) {
    const points = parts
      ? CRASH_POINTS.filter((point) => parts.some((part) => point.startsWith(part)))
      : isQuick
        ? random.shuffled(CRASH_POINTS).slice(0, 1)
        : CRASH_POINTS
    const settings = { IDENTIFICATIONS_PER_DAY: '1000000' }
    const { perSecond, result, ...done } = await underLoad(
      {
        people: 12,
        random,
        openJournal,
        clients: 12,
        perSecond: 20,
        sendsAgain: true,
        world: { settings, hasCrashPoints: true },
      },
      async (world) => {
        const provoke = await createProvoker(world)
        let deaths = 0
        const missed: string[] = []
        const course = async (wallet: ServerProcess, place: number, rounds: number): Promise<void> => {
          for (let round = 0; round < rounds; round += 1) {
            for (const point of random.shuffled(points)) {
              if (await dieAt(world, { wallet, place, point }, provoke)) deaths += 1
              else missed.push(point)
              await wallet.start()
              if (deaths % 100 === 99) tell(`${deaths + 1} deaths`)
            }
          }
        }
        const rounds = isQuick ? 1 : 10
        await Promise.all(world.wallets.map((wallet, place) => course(wallet, place, rounds)))
        return { deaths, missed }
      },
    )
    const { settledMs } = done.reckoning
    return [
      rowOf(
        crashPoints,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 12 clients`,
          faults: `${result.deaths} deaths at ${points.length} points`,
          recovery: `all ended after ${Math.round(settledMs)} ms`,
        },
        [{ is: result.missed.length === 0, fact: `these were not reached: ${result.missed.join(', ')}` }],
      ),
    ]
  },
}

/** Has a wallet die at a point, and tells whether it did. */
async function dieAt(
  world: World,
  { wallet, place, point }: { wallet: ServerProcess; place: number; point: CrashPoint },
  provoke: Awaited<ReturnType<typeof createProvoker>>,
): Promise<boolean> {
  await setPoint(world, place, point)
  const ended = wallet.whenEnded()
  const limit = performance.now() + REACHED_MS
  while (wallet.isRunning() && performance.now() < limit) {
    await Promise.race([ended, Promise.all([provoke(point, wallet).catch(() => undefined), pause(300)])])
  }
  const isDead = !wallet.isRunning()
  await setPoint(world, place, '')
  if (!isDead) await wallet.kill()
  return isDead && wallet.complaints.trimEnd().endsWith(`Crashed at ${point}`)
}

async function setPoint(world: World, place: number, point: CrashPoint | ''): Promise<void> {
  const file = crashFileOf(world.folder, place)
  writeFileSync(`${file}.next`, point)
  await rename(`${file}.next`, file)
}
