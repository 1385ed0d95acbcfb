import { toDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { PATHS } from './paths.ts'

const CODE = /^[0-9A-Za-z]{16,32}$/

/** A code to pay by, of a person or of a request, and what its owner asks for beside it. Nothing personal is in it. */
export interface PayLink {
  readonly code: string
  readonly currency?: Currency | undefined
  readonly amount?: Money | undefined
}

/** The link with an amount or a currency that is asked for; without both it is as the server has given it. */
export function withAsked(link: string, { currency, amount }: Omit<PayLink, 'code'>): string {
  const asked = new URL(link)
  if (currency !== undefined) asked.searchParams.set('currency', currency)
  if (amount) asked.searchParams.set('amount', toDecimal(amount))
  return asked.href
}

/** Reads a link to pay by on this wallet's own host. Nothing for another host or screen, and when anything in it comes twice or is not as it is written. */
export function readPayLink(contents: string, origin: string): PayLink | undefined {
  if (!URL.canParse(contents)) return undefined
  const url = new URL(contents)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined
  const [before, screen, code = '', ...rest] = url.pathname.split('/')
  if (before !== '' || `/${screen}/:code` !== PATHS.Pay || !CODE.test(code) || rest.length > 0) return undefined
  return readAsked(code, url.searchParams)
}

function readAsked(code: string, search: URLSearchParams): PayLink | undefined {
  if (new Set(search.keys()).size !== search.size) return undefined
  const currency = search.get('currency') ?? undefined
  const asked = search.get('amount')
  if (currency === undefined) return asked === null ? { code } : undefined
  if (!isCurrency(currency)) return undefined
  if (asked === null) return { code, currency }
  const parsed = parseAmount(asked, currency)
  return parsed.ok ? { code, currency, amount: parsed.money } : undefined
}

/** The path of the page of a code, which anybody may open. */
export function payPath(code: string): string {
  return PATHS.Pay.replace(':code', code)
}

/** The path of the form that sends, with a code to pay by and what is asked for beside it. */
export function sendByLinkPath({ code, currency, amount }: PayLink): string {
  const search = new URLSearchParams({ code })
  if (currency !== undefined) search.set('currencyCode', currency)
  if (amount) search.set('amount', toDecimal(amount))
  return `${PATHS.SendToPerson}?${search}`
}

/** The path of the form that sends, with a request that one has received. */
export function sendByRequestPath(requestId: string): string {
  return `${PATHS.SendToPerson}?${new URLSearchParams({ request: requestId })}`
}

/** The path of one of the user's requests. */
export function requestPath(requestId: string): string {
  return `${PATHS.Requests}?${new URLSearchParams({ id: requestId })}`
}
