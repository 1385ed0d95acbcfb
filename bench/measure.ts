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
