import { readdirSync, readFileSync } from 'node:fs'
import type { World } from '../world.ts'

/** What the wallets of a world take at one moment. */
export interface Footprint {
  /** Resident, of each wallet, in megabytes. */
  readonly memory: readonly number[]
  /** Open file descriptors of each wallet. */
  readonly descriptors: readonly number[]
  /** All wallets' at their database, and a few of ours. */
  readonly connections: number
}

const CONNECTIONS = `select count(*)::integer as connections from pg_stat_activity
  where datname = 'wallet' and backend_type = 'client backend'`

/** Measures that. All wallets have to be running. */
export async function footprintOf({ wallets, admin }: World): Promise<Footprint> {
  const { rows } = await admin.query<{ connections: number }>(CONNECTIONS)
  const processes = wallets.map(({ pid }) => `/proc/${pid}`)
  return {
    memory: processes.map((folder) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]) / 1024),
    descriptors: processes.map((folder) => readdirSync(`${folder}/fd`).length),
    connections: rows[0]?.connections ?? Number.NaN,
  }
}

/**
 * By which share of itself a measure grew from the first of equidistant samples to the last: the slope is the median of those of all
 * pairs (Theil and Sen), which the peaks before a collection of garbage do not bend. NaN of fewer than two.
 */
function growthOf(samples: readonly number[]): number {
  const slopes = samples.flatMap((from, place) => samples.slice(place + 1).map((to, after) => (to - from) / (after + 1)))
  return (median(slopes) * (samples.length - 1)) / median(samples)
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

/** The growth in most of what the wallets take, after a third of the samples, in which they became warm. */
export function growthAfterWarming(samples: readonly Footprint[]): { memory: number; descriptors: number; connections: number } {
  const warm = samples.slice(Math.ceil(samples.length / 3))
  const ofWallets = (what: 'memory' | 'descriptors'): number =>
    Math.max(
      ...(warm[0]?.[what] ?? [Number.NaN]).map((_, place) => growthOf(warm.map((each) => each[what][place] ?? Number.NaN))),
    )
  return {
    memory: ofWallets('memory'),
    descriptors: ofWallets('descriptors'),
    connections: growthOf(warm.map(({ connections }) => connections)),
  }
}
