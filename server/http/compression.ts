import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** What is shorter fits into a packet or two as it is. */
const LEAST_BYTES = 2048

/**
 * Sends long answers with gzip to those who take it: the page, lists, the texts. An answer that hands out a token is shorter than what
 * is compressed, so its length tells nothing of it (BREACH).
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { threshold: LEAST_BYTES, encodings: ['gzip'], globalDecompression: false })
}
