import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusalFacts } from '#contract/refusals'
import type { Texts } from '#texts/texts'
import { renderRefusal } from './answer.ts'
import { apiHeaders } from './headers.ts'
import { languageOf } from './language.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'

// By what node calls them; whatever else cannot be read is a bad request.
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const BAD_REQUEST = 400
const FACTS: RefusalFacts = { code: 'invalid_request' }

/**
 * Answers what is no request that node can read, or takes too long to come, as any other refusal is answered, and ends the connection. No
 * route, hook or header of the request is known then: the words are in the language of those who ask for none.
 */
export function refuseUnreadable(
  texts: Texts,
  isProduction: boolean,
): (error: Error & { readonly code?: string }, socket: Socket) => void {
  const body = JSON.stringify(renderRefusal(FACTS, texts, languageOf(undefined)))
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = STATUSES[error.code ?? ''] ?? BAD_REQUEST
    const headers = {
      ...apiHeaders(isProduction),
      [REQUEST_ID]: requestIdOf(undefined, false),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy(error)
  }
}
