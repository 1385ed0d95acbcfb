import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { PEOPLES_KINDS } from './made-by.ts'

const toldSchema = v.object({
  kind: v.picklist(PEOPLES_KINDS),
  /** The operation's id, by which the books know it. */
  id: v.string(),
  currency: v.string(),
  /** What it takes from an account, or brings, without a sign. */
  minor: v.pipe(
    v.string(),
    v.transform((text) => BigInt(text)),
  ),
})

/** What a client was told in the end about one request, however often it had to be sent. */
export type ToldOutcome = Readonly<v.InferOutput<typeof toldSchema>>

const exchangedSchema = v.object({ transaction_id: v.string() })

/** What the body of an answer tells of an exchange of so many cents. Throws when it has no id. */
export function toldOfExchange(body: string, minor: bigint): ToldOutcome {
  const { transaction_id: id } = v.parse(exchangedSchema, JSON.parse(body))
  return { kind: 'exchange', id, currency: 'USD', minor }
}

/** What clients were told, on their own disk: an answer counts from when it is here, and what is not here was not told. */
export interface Journal {
  /** Resolves when the line is on the disk. */
  write(told: ToldOutcome): Promise<void>
  /** All that is on the disk, in the order in which it came there; what is being written now is waited for. */
  read(): Promise<ToldOutcome[]>
  close(): Promise<void>
}

/** Opens an empty journal: JSON lines, written and synchronised in groups, since every client waits for its own. */
export async function openJournal(file: string): Promise<Journal> {
  mkdirSync(dirname(file), { recursive: true })
  const handle = await open(file, 'w')
  let lines: string[] = []
  let writing: Promise<void> = Promise.resolve()
  let group: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    await writing.catch(() => undefined)
    const text = lines.join('')
    lines = []
    group = undefined
    writing = writeDown(handle, text)
    await writing
  }
  return {
    write(told) {
      lines.push(`${JSON.stringify({ ...told, minor: String(told.minor) })}\n`)
      group ??= flush()
      return group
    },
    async read() {
      await group
      await writing
      const text = await readFile(file, 'utf8')
      return text.split('\n').flatMap((line) => (line === '' ? [] : [v.parse(toldSchema, JSON.parse(line))]))
    },
    async close() {
      await group
      await writing
      await handle.close()
    },
  }
}

async function writeDown(handle: FileHandle, text: string): Promise<void> {
  await handle.write(text)
  await handle.datasync()
}
