import { finished, Readable } from 'node:stream'
import { DeadlineExceeded } from './deadline.ts'

/** What an answer is where it is a file to be kept: its type, and the name that it is kept under, of plain letters. */
export interface FileHeaders {
  readonly type: 'application/json; charset=utf-8' | 'application/pdf' | 'text/csv; charset=utf-8'
  readonly name: string
}

/** An answer that is made while it is read: its JSON, or the file that it is, comes in parts, each of which is asked for when the one before it was taken. */
export class Streamed {
  readonly parts: AsyncIterable<string | Uint8Array>
  /** Called once, when all was read, or reading has ended before. */
  readonly onEnd: () => void
  readonly file: FileHeaders | undefined

  constructor(parts: AsyncIterable<string | Uint8Array>, onEnd: () => void, file?: FileHeaders) {
    this.parts = parts
    this.onEnd = onEnd
    this.file = file
  }
}

/** How long whoever reads may take for a part. */
const PART_MS = 30_000

interface Reading {
  readonly partMs?: number
  /** Hears of a part that could not be made. */
  readonly onFailure: (error: unknown) => void
}

/**
 * The stream of an answer. One part is kept at a time. It fails, so that its connection is cut and the answer cannot be taken for a whole
 * one, when a part cannot be made, and when one is not taken in time (DeadlineExceeded).
 */
export function readableOf(
  { parts, onEnd }: Pick<Streamed, 'parts' | 'onEnd'>,
  { partMs = PART_MS, onFailure }: Reading,
): Readable {
  let timer: NodeJS.Timeout | undefined
  const waitForReader = (): void => {
    timer = setTimeout(() => stream.destroy(new DeadlineExceeded('Nobody reads on')), partMs)
  }
  async function* taken(): AsyncGenerator<string | Uint8Array> {
    try {
      clearTimeout(timer)
      for await (const part of parts) {
        waitForReader()
        yield part
        clearTimeout(timer)
      }
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  const stream = Readable.from(taken(), { objectMode: false, highWaterMark: 1 })
  waitForReader()
  finished(stream, () => {
    clearTimeout(timer)
    onEnd()
  })
  return stream
}
