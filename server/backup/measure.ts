import { createHash } from 'node:crypto'

/** The size in bytes and the SHA-256, in hex, of what has gone through. */
export class Measure {
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
