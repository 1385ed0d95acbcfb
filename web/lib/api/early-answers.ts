import type { Language } from '#texts/languages'
import { PATHS } from '#web/lib/address/paths.ts'
import { homeRows } from '#web/lib/page/home-rows.ts'
import { askingHeaders, askServer, type ServerAnswer, UNCACHED } from './ask-server.ts'

/** A question to the server that changes nothing. */
interface Question {
  readonly method: string
  readonly address: string
  readonly headers: Record<string, string>
}

interface EarlyAnswer {
  readonly headers: string
  readonly answer: Promise<ServerAnswer>
  readonly stop: AbortController
}

/** What the shell behind the sign-in asks for as it opens, and what Home asks for besides. */
const SHELL = ['GET /v2/wallet/auth/info', 'GET /v2/wallet/user/notification']
const HOME = [
  'GET /v2/wallet',
  'POST /v2/wallet/exchange/rates',
  `GET /v2/wallet/transaction?ordering=-created_at&limit=${homeRows()}`,
]

/** An answer that nobody took by then tells of a time that is over. */
const KEPT_MS = 10_000

const answers = new Map<string, EarlyAnswer>()

/** Asks what the page and its first screen will ask, while their program is on its way. */
export function askEarly(token: string | undefined, language: Language): void {
  setTimeout(() => answers.clear(), KEPT_MS)
  ask('GET /version.json', UNCACHED, `?${Date.now()}`)
  ask('GET /v2/wallet/config', askingHeaders(undefined, language))
  if (token === undefined) return
  for (const question of window.location.pathname === PATHS.Home ? [...SHELL, ...HOME] : SHELL) {
    ask(question, askingHeaders(token, language))
  }
}

function ask(question: string, headers: Record<string, string>, suffix = ''): void {
  const [method = '', address = ''] = question.split(' ')
  const stop = new AbortController()
  const answer = askServer(address + suffix, { method, headers, signal: stop.signal })
  // Its failure is for who takes it.
  answer.catch(() => undefined)
  answers.set(question, { headers: JSON.stringify(headers), answer, stop })
}

/**
 * The answer to a question that was asked early, once; nothing when it was not, or in another name, or too long ago. `signal` ends the
 * wait for it.
 */
export function takeEarlyAnswer({ method, address, headers }: Question, signal?: AbortSignal): Promise<ServerAnswer> | undefined {
  const name = `${method} ${address}`
  const early = answers.get(name)
  if (early?.headers !== JSON.stringify(headers)) return undefined
  answers.delete(name)
  signal?.addEventListener('abort', () => early.stop.abort())
  return early.answer
}
