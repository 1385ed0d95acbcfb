import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { PassThrough, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { OperatorFault } from '#server/operator/fault'

/** The first line of a month's file: where in the chain of checkpoints it begins and ends. */
export interface MonthHead {
  readonly month: string
  /** The hash of the checkpoint before the month, in hex; nothing before the first. */
  readonly hashBefore: string
  /** The last checkpoint of the month, and the keyed hashes of it. */
  readonly checkpoint: string
  readonly hash: string
  readonly macs: readonly { readonly key: string; readonly mac: string }[]
}

/**
 * A line of a month's file. A transfer is told as the chain hashes it (ledger/checkpoint): `own` is of the month, `copy` is bound by the
 * month's checkpoints and stayed in the database, `early` is the month's and bound before it.
 */
export type MonthLine =
  | { readonly kind: 'own' | 'copy' | 'early'; readonly text: string }
  | { readonly kind: 'leg'; readonly text: string }
  | { readonly kind: 'checkpoint'; readonly number: string; readonly transfers: string; readonly hashes: readonly string[] }
  | { readonly kind: 'end'; readonly transfers: number; readonly legs: number }

const head = v.object({
  wallet_month: v.literal(1),
  month: v.string(),
  hash_before: v.string(),
  checkpoint: v.string(),
  hash: v.string(),
  macs: v.array(v.object({ key: v.string(), mac: v.string() })),
})

/** The first line of a month's file. */
export function headLine({ month, hashBefore, checkpoint, hash, macs }: MonthHead): string {
  return `${JSON.stringify({ wallet_month: 1, month, hash_before: hashBefore, checkpoint, hash, macs })}\n`
}

/** A further line of a month's file. */
export function monthLine(line: MonthLine): string {
  switch (line.kind) {
    case 'checkpoint':
      return `checkpoint ${line.number} ${line.transfers} ${line.hashes.join(' ')}\n`
    case 'end':
      return `end ${line.transfers} ${line.legs}\n`
    default:
      return `${line.kind} ${line.text}\n`
  }
}

const hexOf = (...parts: readonly (string | Buffer)[]): Hash =>
  parts.reduce<Hash>((hash, part) => hash.update(part), createHash('sha256'))

/** What a month's file was found to be. */
export interface ReadMonth {
  readonly head: MonthHead
  /** SHA-256 of the file as it is. */
  readonly fileHash: Buffer
  readonly transfers: number
  readonly legs: number
}

/**
 * Reads a month's file to its end, by `onLine` for whoever wants its lines, and computes every checkpoint in it again. Refuses
 * (OperatorFault) one that cannot be read, is not whole, or does not fit its own chain.
 */
export async function readMonthFile(
  file: string,
  onLine: (line: MonthLine) => Promise<void> | void = () => undefined,
): Promise<ReadMonth> {
  const whole = createHash('sha256')
  const counts = { transfers: 0, legs: 0 }
  let found: MonthHead | undefined
  let chain: ChainReader | undefined
  let isWhole = false
  try {
    for await (const text of linesOf(file, whole)) {
      if (!(found && chain)) {
        found = parseHead(text, file)
        chain = new ChainReader(found.hashBefore)
        continue
      }
      const line = parseLine(text)
      if (!line || isWhole) throw new OperatorFault(`${file} has a line that does not belong there`)
      chain.read(line, file)
      if (line.kind === 'own' || line.kind === 'early') counts.transfers += 1
      if (line.kind === 'leg') counts.legs += 1
      if (line.kind === 'end') isWhole = line.transfers === counts.transfers && line.legs === counts.legs
      await onLine(line)
    }
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!(found && isWhole && chain?.hash === found.hash)) throw new OperatorFault(`${file} is not whole`)
  return { head: found, fileHash: whole.digest(), ...counts }
}

/** Reads the first line of a month's file alone; nothing where it is no such file. */
export async function readHead(file: string): Promise<MonthHead | undefined> {
  try {
    for await (const text of linesOf(file, createHash('sha256'))) return parseHead(text, file)
  } catch {
    return undefined
  }
  return undefined
}

async function* linesOf(file: string, whole: Hash): AsyncGenerator<string> {
  const [raw, lines] = [createReadStream(file), new PassThrough()]
  raw.on('data', (chunk) => void whole.update(chunk))
  let broken: Error | undefined
  pipeline(raw, createGunzip(), lines, (error) => {
    broken = error ?? undefined
    if (error) lines.end()
  })
  yield* createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY })
  if (broken) throw broken
}

function parseHead(text: string, file: string): MonthHead {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), head), text)
  if (!read.success) throw new OperatorFault(`${file} is no archive of a month`)
  const { month, hash_before: hashBefore, checkpoint, hash, macs } = read.output
  return { month, hashBefore, checkpoint, hash, macs }
}

function parseLine(text: string): MonthLine | undefined {
  const [, kind = '', rest = ''] = /^([a-z]+) (.*)$/.exec(text) ?? []
  const [first = '', second = '', ...others] = rest.split(' ')
  switch (kind) {
    case 'own':
    case 'copy':
    case 'early':
      return { kind, text: rest }
    case 'leg':
      return rest.startsWith('{"operation_id":') && rest.endsWith('}') ? { kind, text: rest } : undefined
    case 'checkpoint':
      return { kind, number: first, transfers: second, hashes: others }
    case 'end':
      return { kind, transfers: Number(first), legs: Number(second) }
    default:
      return undefined
  }
}

/** Follows the chain through the lines of a file, one checkpoint after the other. */
class ChainReader {
  /** As the last checkpoint was written. */
  hash: string
  private current: Hash
  private transfers = 0n

  constructor(hashBefore: string) {
    this.hash = hashBefore
    this.current = hexOf(Buffer.from(hashBefore, 'hex'))
  }

  read(line: MonthLine, file: string): void {
    if (line.kind === 'own' || line.kind === 'copy') {
      this.current.update(this.transfers === 0n ? line.text : `\n${line.text}`)
      this.transfers += 1n
      return
    }
    if (line.kind !== 'checkpoint') return
    // As it was written, or as the operator has corrected it (checkpoints correct); those behind it are bound to it as it was written.
    const [written = '', ...corrections] = line.hashes
    const now = this.current.digest('hex')
    if (now !== written && !corrections.includes(now))
      throw new OperatorFault(`Checkpoint ${line.number} in ${file} does not fit`)
    if (now === written && String(this.transfers) !== line.transfers)
      throw new OperatorFault(`Checkpoint ${line.number} in ${file} has another number of transfers`)
    this.hash = written
    this.current = hexOf(Buffer.from(written, 'hex'))
    this.transfers = 0n
  }
}
