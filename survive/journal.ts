import { mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What a client was told, on its own disk: an answer counts from when it is here. */
export interface Journal {
  /** Resolves when the line is on the disk. */
  write(entry: Readonly<Record<string, unknown>>): Promise<void>
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
    write(entry) {
      lines.push(`${JSON.stringify(entry)}\n`)
      group ??= flush()
      return group
    },
    async close() {
      await group
      await handle.close()
    },
  }
}

async function writeDown(handle: FileHandle, text: string): Promise<void> {
  await handle.write(text)
  await handle.datasync()
}
