import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isBookedCurrency } from '#money/currency'

/** A vendor's refusal of a request: its HTTP status and an error code. */
export class Fault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** What a vendor answers when it is asked about something; Fault 503 where it keeps silent about it (desk.ts). */
export function answerOf<Shown extends { readonly status: string }>(shown: Shown): Shown {
  if (shown.status === 'silent') throw new Fault(503, 'silent', 'Nothing is said of this.')
  return shown
}

/** The formats of the vendors' fields. */
export const GRAMMAR = {
  reference: /^[A-Za-z0-9_-]{1,64}$/,
  amount: /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,8})?$/,
  url: /^https?:\/\/[^\s]{1,2000}$/,
  language: /^[a-z]{2}(-[A-Za-z0-9]{2,8})?$/,
  token: /^[a-z0-9_]{1,80}$/,
}

/** A hook that requires the bearer token (Fault 401); compared in constant time. */
export function requireKey(apiKey: string): (request: FastifyRequest) => Promise<void> {
  const expected = digest(`Bearer ${apiKey}`)
  return async (request) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new Fault(401, 'unauthorized', 'Send the header "Authorization: Bearer <api key>".')
    }
  }
}

/** A text field of a body in a format; Fault 400 otherwise, and for a NUL, which PostgreSQL does not store. */
export function readField(body: unknown, name: string, grammar: RegExp): string {
  const value = findField(body, name)
  if (value === undefined || !grammar.test(value) || value.includes('\0'))
    throw new Fault(400, 'malformed', `"${name}" is missing or malformed.`)
  return value
}

/** A text field of a body; undefined when it is missing or not a text. */
export function findField(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}

/** The currency of a body; Fault 400 for an unknown code. */
export function readCurrency(body: unknown): string {
  const code = readField(body, 'currency', /^[A-Z]{3,4}$/)
  if (!isBookedCurrency(code)) throw new Fault(400, 'currency_unknown', `"${code}" is not dealt in here.`)
  return code
}

/** An amount of a currency in a body, in decimals that are taken; Fault 400 otherwise. */
export function readTakenAmount(body: unknown): { readonly amount: string; readonly currency: string } {
  const amount = readField(body, 'amount', GRAMMAR.amount)
  const currency = readCurrency(body)
  if (currency === 'IDR' && !/^[0-9]+(\.0+)?$/.test(amount))
    throw new Fault(400, 'amount_malformed', 'Rupiahs have no decimals here.')
  return { amount, currency }
}

/** A URL in a body: http or https; Fault 400 otherwise. */
export function readUrl(body: unknown, name: string): string {
  const address = readField(body, name, GRAMMAR.url)
  if (!URL.canParse(address)) throw new Fault(400, 'malformed', `"${name}" is no address.`)
  return address
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
