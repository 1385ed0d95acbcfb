/** One measured row of the table: ours against a reference taken in the same run. */
export interface Row {
  readonly id: string
  readonly work: string
  /** What ours reached, per second. */
  readonly perSecond: number
  readonly reference: string
  readonly referencePerSecond: number | undefined
  readonly bar: string
  /** Undefined when the reference is missing: then nothing is claimed. */
  readonly isMet: boolean | undefined
  readonly note?: string
}

/** Runs `clients` loops of the work side by side for a while, after a warm-up, and gives how many ended per second. */
export async function ratePerSecond(
  work: (client: number, round: number) => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  await loops(work, clients, Math.min(1, seconds / 3))
  const startedAt = performance.now()
  const done = await loops(work, clients, seconds)
  return (done * 1000) / (performance.now() - startedAt)
}

async function loops(
  work: (client: number, round: number) => Promise<unknown>,
  clients: number,
  seconds: number,
): Promise<number> {
  const endsAt = performance.now() + seconds * 1000
  let done = 0
  const loop = async (client: number): Promise<void> => {
    for (let round = 0; performance.now() < endsAt; round += 1) {
      await work(client, round)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  return done
}

/** What some seconds of work came to; `times` where each piece of it was timed, in milliseconds. */
interface LoadFigures {
  readonly perSecond: number
  readonly times?: readonly number[]
}

/** Work that goes on for as long as it is told. */
export type Load = (seconds: number) => Promise<LoadFigures>

/** Makes a load of loops that are run side by side. */
export function loadOf(clients: number, work: (client: number, round: number) => Promise<unknown>): Load {
  return async (seconds) => ({ perSecond: await ratePerSecond(work, { clients, seconds }) })
}

const ROUNDS = 4

/**
 * Measures a load beside its references, in turns: what slows the machine down for a while slows all of them. Gives the mean of each
 * per second, and the time that 99 of 100 pieces of the load's work took at most.
 */
export async function measureBeside(
  load: Load,
  references: readonly Load[],
  seconds: number,
): Promise<{ perSecond: number; p99Ms: number | undefined; references: readonly number[] }> {
  const turns: LoadFigures[] = []
  const ofReferences = references.map((): number[] => [])
  const measureReferences = async (): Promise<void> => {
    for (const [place, reference] of references.entries()) {
      ofReferences[place]?.push((await reference(seconds / ROUNDS)).perSecond)
    }
  }
  // Now the one first, now the others: what a turn leaves behind falls on each.
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) await measureReferences()
    turns.push(await load(seconds / ROUNDS))
    if (round % 2 === 1) await measureReferences()
  }
  const times = turns.flatMap((turn) => turn.times ?? []).sort((left, right) => left - right)
  const p99 = times[Math.floor(times.length * 0.99)]
  return {
    perSecond: meanOf(turns.map(({ perSecond }) => perSecond)),
    p99Ms: p99,
    references: ofReferences.map(meanOf),
  }
}

function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}

/** A row with whether its bar is met: the ratio to the reference, and the time where there is a bar for it. */
export function compared({
  bar,
  p99Ms,
  p99MsMax,
  ...row
}: Omit<Row, 'bar' | 'isMet' | 'note'> & { readonly bar: number; readonly p99Ms?: number; readonly p99MsMax?: number }): Row {
  const isFast = p99MsMax === undefined || (p99Ms !== undefined && p99Ms <= p99MsMax)
  return {
    ...row,
    bar: `>= ${bar} x${p99MsMax === undefined ? '' : `, p99 <= ${p99MsMax} ms`}`,
    isMet: row.referencePerSecond === undefined ? undefined : isFast && row.perSecond >= bar * row.referencePerSecond,
    ...(p99Ms !== undefined && { note: `p99 ${p99Ms.toFixed(1)} ms` }),
  }
}

/** The table as text, one line a row. */
export function tableOf(rows: readonly Row[]): string {
  const heads = ['', 'work', 'ours/s', 'reference', 'ref/s', 'ratio', 'bar', 'met']
  const lines = rows.map((row) => {
    const { referencePerSecond: reference } = row
    return [
      row.id,
      row.work + (row.note ? ` (${row.note})` : ''),
      row.perSecond.toFixed(0),
      row.reference,
      reference === undefined ? '-' : reference.toFixed(0),
      reference === undefined ? '-' : (row.perSecond / reference).toFixed(2),
      row.bar,
      row.isMet === undefined ? '?' : row.isMet ? 'yes' : 'NO',
    ]
  })
  const widths = heads.map((head, place) => Math.max(head.length, ...lines.map((line) => line[place]?.length ?? 0)))
  const show = (cells: readonly string[]): string => cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')
  return [show(heads), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join('\n')
}
