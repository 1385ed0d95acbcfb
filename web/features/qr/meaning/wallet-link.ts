import { parseAmount, toDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { PATHS } from '#web/lib/address/paths.ts'

/** The form of the link; a page that meets another one does not guess. */
const VERSION = '1'
const ACCOUNT = /^[A-Za-z0-9_-]{1,80}$/

/** A link to receive by: the account, and what the receiver asks for. Nothing personal is in it. */
export interface WalletLink {
  readonly accountId: string
  readonly currency?: Currency | undefined
  readonly amount?: Money | undefined
}

/** The link as text, on this wallet's own host: any camera can read it, and the wallet's page opens it. */
export function writeWalletLink({ accountId, currency, amount }: WalletLink, origin: string): string {
  const link = new URL(PATHS.Payment, origin)
  link.searchParams.set('v', VERSION)
  link.searchParams.set('to', accountId)
  if (currency !== undefined) link.searchParams.set('cur', currency)
  if (amount) link.searchParams.set('amount', toDecimal(amount))
  return link.href
}

/** Reads such a link back. Nothing for another host, version or screen, and when anything in it comes twice or is not as it is written. */
export function readWalletLink(contents: string, origin: string): WalletLink | undefined {
  if (!URL.canParse(contents)) return undefined
  const { origin: host, pathname, searchParams } = new URL(contents)
  if (host !== origin || pathname !== PATHS.Payment || searchParams.get('v') !== VERSION) return undefined
  if (new Set(searchParams.keys()).size !== searchParams.size) return undefined
  const accountId = searchParams.get('to') ?? ''
  const currency = searchParams.get('cur') ?? undefined
  const asked = searchParams.get('amount')
  if (!ACCOUNT.test(accountId)) return undefined
  if (currency === undefined) return asked === null ? { accountId } : undefined
  if (!isCurrency(currency)) return undefined
  if (asked === null) return { accountId, currency }
  const parsed = parseAmount(asked, currency)
  return parsed.ok ? { accountId, currency, amount: parsed.money } : undefined
}
