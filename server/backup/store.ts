import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import * as v from 'valibot'
import { BackupFault } from './fault.ts'

const measured = v.object({ bytes: v.number(), sha256: v.string() })
const factsSchema = v.object({
  content: measured,
  /** What is in the store: compressed, then encrypted. */
  stored: measured,
  /** By the clock of the database; a base backup can be recovered to any later moment. */
  endedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** The file of the log from which on a base backup needs all; the one before it where that was not known better. */
  startsIn: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-F]{24}$/))),
  /** The place in the log where it had ended. */
  endsAt: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/))),
})

/** What is known of an item without the key: sizes in bytes, hashes, when a base backup ended. */
export type Facts = v.InferOutput<typeof factsSchema>

const CONTENT = 'content.gz.age'
const FACTS = 'facts.json'
const PART = '.part-'
const PART_MS = 86_400_000

/**
 * Stores an item as a folder `place`, compressed and encrypted to a recipient: whole or not at all, and never in the place of another.
 * Nothing is kept when the content throws, or the store is not there. An item that is there already with the same content stays; refuses (BackupFault) another content.
 */
export async function putItem(
  place: string,
  {
    content,
    recipient,
    ends,
  }: {
    content: AsyncIterable<Uint8Array>
    recipient: string
    /** What is known of it at its end. */
    ends?: () => Promise<Pick<Facts, 'endedAt' | 'startsIn' | 'endsAt'>>
  },
): Promise<Facts> {
  const above = dirname(place)
  // The store itself has to be there: on a machine that lost its mount the disk of the database would be the store.
  await mkdir(above).then(
    () => syncFolder(dirname(above)),
    (error: unknown) => (isThere(error) ? undefined : Promise.reject(error)),
  )
  const part = await mkdtemp(join(above, PART))
  try {
    const sizes = await encryptTo(join(part, CONTENT), content, recipient)
    const facts = { ...sizes, ...(await ends?.()) }
    await writeDurably(join(part, FACTS), `${JSON.stringify(facts)}\n`)
    await syncFolder(part)
    await moveTo(place, part, facts)
    await syncFolder(above)
    return facts
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/** A folder moves only to where nothing is, even when two do so at once. */
async function moveTo(place: string, part: string, { content }: Facts): Promise<void> {
  try {
    await rename(part, place)
  } catch (error) {
    if (!isThere(error)) throw error
    const kept = await readFacts(place)
    if (kept.content.sha256 === content.sha256) return
    throw new BackupFault(
      `${basename(place)} is in the store with another content, which stays: does a second database archive there?`,
    )
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
}

async function encryptTo(
  file: string,
  content: AsyncIterable<Uint8Array>,
  recipient: string,
): Promise<Pick<Facts, 'content' | 'stored'>> {
  const [plain, stored] = [new Measure(), new Measure()]
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const handle = await open(file, 'wx', 0o600)
  await pipeline(
    content,
    (source: AsyncIterable<Uint8Array>) => plain.through(source),
    createGzip({ level: 1 }),
    async function* (source: AsyncIterable<Uint8Array>) {
      yield* await encrypter.encrypt(ReadableStream.from(source))
    },
    (source: AsyncIterable<Uint8Array>) => stored.through(source),
    handle.createWriteStream({ flush: true }),
  )
  return { content: plain.result(), stored: stored.result() }
}

/**
 * Writes the content of an item to a stream. Nothing that was changed in the store comes through; throws BackupFault for such a one, for
 * one that is cut off, and for a key that is not its own.
 */
export async function takeItem(place: string, key: string, destination: Writable): Promise<void> {
  const facts = await readFacts(place)
  const [stored, plain] = [new Measure(), new Measure()]
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const handle = await open(join(place, CONTENT))
  try {
    await pipeline(
      handle.createReadStream(),
      (source: AsyncIterable<Uint8Array>) => stored.through(source),
      async function* (source: AsyncIterable<Uint8Array>) {
        yield* await decrypter.decrypt(ReadableStream.from(source))
      },
      createGunzip(),
      (source: AsyncIterable<Uint8Array>) => plain.through(source),
      destination,
    )
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause)
      throw new BackupFault(`${basename(place)} cannot be copied (${cause.message})`, { cause })
    throw new BackupFault(`${basename(place)} cannot be read: it is damaged, or the key is another's (${messageOf(cause)})`, {
      cause,
    })
  }
  const found: Pick<Facts, 'content' | 'stored'> = { content: plain.result(), stored: stored.result() }
  const isWhole = found.content.sha256 === facts.content.sha256 && found.stored.sha256 === facts.stored.sha256
  if (!isWhole) throw new BackupFault(`${basename(place)} is not what was stored`)
}

/** The names of the items in a folder, in order; none when there is no such folder. */
export async function listItems(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => (isAbsent(error) ? [] : Promise.reject(error)))
  return names.filter((name) => !name.startsWith(PART)).sort()
}

/** Whether there is such an item. */
export async function hasItem(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    (error: unknown) => (isAbsent(error) ? false : Promise.reject(error)),
  )
}

/** Reads what is known of an item. Refuses (BackupFault) one whose facts cannot be read. */
export async function readFacts(place: string): Promise<Facts> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), factsSchema), await readFile(join(place, FACTS), 'utf8'))
  if (!result.success) throw new BackupFault(`${join(place, FACTS)} is damaged`)
  return result.output
}

/** Removes an item: it is gone at once, and what of it a killed process leaves goes with what is half-written. */
export async function removeItem(place: string): Promise<void> {
  const part = join(dirname(place), `${PART}${basename(place)}`)
  await rename(place, part)
  await rm(part, { recursive: true })
}

/** Removes what was left half-written in a folder, by one that was killed, for more than a day. */
export async function sweepParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => (isAbsent(error) ? [] : Promise.reject(error)))
  for (const place of names.filter((name) => name.startsWith(PART)).map((name) => join(folder, name))) {
    // One that is no more there has been stored meanwhile.
    const part = await stat(place).catch((error: unknown) => (isAbsent(error) ? undefined : Promise.reject(error)))
    if (part && Date.now() - part.mtimeMs > PART_MS) await rm(place, { recursive: true, force: true })
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What stands in a small file; nothing when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => (isAbsent(error) ? undefined : Promise.reject(error)))
}

/** Writes a small file in the place of what is there: whoever reads it, and whatever happens, has the one or the other. */
export async function replaceDurably(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}`
  await rm(part, { force: true })
  await writeDurably(part, text)
  await rename(part, file)
  await syncFolder(dirname(file))
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** The size in bytes and the SHA-256, in hex, of what has gone through. */
class Measure {
  private readonly hash = createHash('sha256')
  private bytes = 0

  /** Passes everything on as it is. */
  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.hash.update(chunk)
      this.bytes += chunk.length
      yield chunk
    }
  }

  /** Once, when everything has gone through. */
  result(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') }
  }
}
