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

/** As a row, of something that is the better the less there is of it: a time, or memory. */
export interface SizeRow extends Pick<Row, 'id' | 'work' | 'reference' | 'bar' | 'isMet' | 'note'> {
  readonly ours: number
  readonly theirs: number | undefined
  readonly unit: 'ms' | 's' | 'MB'
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

/** As loadOf, with each piece of work timed. */
export function timedLoadOf(clients: number, work: () => Promise<unknown>): Load {
  return async (seconds) => {
    const times: number[] = []
    const timed = async (): Promise<void> => {
      const since = performance.now()
      await work()
      times.push(performance.now() - since)
    }
    await loops(work, clients, Math.min(1, seconds / 3))
    const startedAt = performance.now()
    await loops(timed, clients, seconds)
    return { perSecond: (times.length * 1000) / (performance.now() - startedAt), times }
  }
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
  const rounds: LoadFigures[] = []
  const ofReferences = references.map((): number[] => [])
  const measureReferences = async (): Promise<void> => {
    for (const [place, reference] of references.entries()) {
      ofReferences[place]?.push((await reference(seconds / ROUNDS)).perSecond)
    }
  }
  // Now the one first, now the others: what a turn leaves behind falls on each.
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) await measureReferences()
    rounds.push(await load(seconds / ROUNDS))
    if (round % 2 === 1) await measureReferences()
  }
  const times = rounds.flatMap((round) => round.times ?? []).sort((left, right) => left - right)
  const p99 = times[Math.floor(times.length * 0.99)]
  return {
    perSecond: meanOf(rounds.map(({ perSecond }) => perSecond)),
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

/** A row of what is at most so many times its reference, and `added` more of its unit. */
export function atMost({
  times,
  added = 0,
  ...row
}: Omit<SizeRow, 'bar' | 'isMet'> & { readonly theirs: number; readonly times: number; readonly added?: number }): SizeRow {
  const bar = `<= ${times} x${added === 0 ? '' : ` + ${added} ${row.unit}`}`
  return { ...row, bar, isMet: row.ours <= times * row.theirs + added }
}

/** The middle one of some figures, which are at least one. */
export function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((left, right) => left - right)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('There is no median of nothing')
  return middle
}

/** A whole number with its thousands apart. */
export function numberOf(count: number): string {
  return count.toLocaleString('en-US').replaceAll(',', ' ')
}

/** The table as text, one line a row. */
export function tableOf(rows: readonly (Row | SizeRow)[]): string {
  const heads = ['', 'work', 'ours', 'reference', 'ref', 'ratio', 'bar', 'met']
  const lines = rows.map((row) => {
    const { ours, theirs, show } = figuresOf(row)
    return [
      row.id,
      row.work + (row.note ? ` (${row.note})` : ''),
      show(ours),
      row.reference,
      theirs === undefined ? '-' : show(theirs),
      theirs === undefined ? '-' : (ours / theirs).toFixed(2),
      row.bar,
      row.isMet === undefined ? '?' : row.isMet ? 'yes' : 'NO',
    ]
  })
  const widths = heads.map((head, place) => Math.max(head.length, ...lines.map((line) => line[place]?.length ?? 0)))
  const show = (cells: readonly string[]): string => cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')
  return [show(heads), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join('\n')
}

function figuresOf(row: Row | SizeRow): { ours: number; theirs: number | undefined; show(figure: number): string } {
  if ('unit' in row) return { ours: row.ours, theirs: row.theirs, show: (figure) => `${figure.toFixed(1)} ${row.unit}` }
  return { ours: row.perSecond, theirs: row.referencePerSecond, show: (figure) => `${figure.toFixed(0)}/s` }
}
