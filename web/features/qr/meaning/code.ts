import { readCoinRequest } from '#codes/coin-request'
import type { CodeFault, PaymentCode } from '#codes/payment-code'
import type { PaymentFacts } from '#codes/payment-facts'
import { readPaymentCode } from '#codes/read-payment-code'
import type { RequestedAmount } from '#codes/requested-amount'
import { readAddress } from '#codes/token-address'
import { type PayLink, readPayLink } from '#web/lib/address/pay-link.ts'

/** What a code is about; `text` is everything that is nothing else. */
export type CodeMeaning =
  | { readonly kind: 'merchant' | 'sbp' | 'bill' | 'credit' | 'bitcoin'; readonly facts: PaymentFacts }
  /** `network` where it is known to be another. */
  | { readonly kind: 'token'; readonly facts: PaymentFacts; readonly network?: string }
  | { readonly kind: 'wallet'; readonly link: PayLink }
  | { readonly kind: 'address'; readonly address: string; readonly amount: RequestedAmount | undefined }
  | { readonly kind: CodeFault }
  | { readonly kind: 'link' }
  | { readonly kind: 'text' }

/** An address that a person may open: https and no other, with the host that they are to see before they do. */
interface OpenableLink {
  readonly href: string
  readonly host: string
}

/** A code that has been read: its text as it is, what it is about, and where it leads. */
export interface Code {
  readonly contents: string
  readonly meaning: CodeMeaning
  readonly opens: OpenableLink | undefined
  /** It is in a format of payments, whole or damaged: who is paid by it the provider knows. */
  readonly isPayment: boolean
}

/** The kinds of payment codes by their formats. */
const KINDS = {
  sbp: 'sbp',
  gost: 'bill',
  qris: 'merchant',
  pix: 'merchant',
  emv: 'merchant',
  epc: 'credit',
} as const satisfies Record<PaymentCode['format'], CodeMeaning['kind']>

/** Says what the contents of a code are. Reads anything, trusts nothing and never throws. `origin` is this page's own. */
export function recogniseCode(unchecked: string, origin: string): Code {
  const contents = unchecked.trim()
  const meaning = meaningOf(contents, origin)
  return {
    contents,
    meaning,
    isPayment: readPaymentCode(contents) !== undefined,
    // A link to this wallet is shown here, without leaving the page.
    opens: meaning.kind === 'link' || meaning.kind === 'sbp' ? readOpenable(contents) : undefined,
  }
}

function meaningOf(contents: string, origin: string): CodeMeaning {
  const payment = readPaymentCode(contents)
  if (payment?.ok)
    return hasLostLetters(contents) ? { kind: 'damaged' } : { kind: KINDS[payment.code.format], facts: payment.code.facts }
  if (payment && !readOpenable(contents)) return { kind: payment.fault }
  const wallet = readPayLink(contents, origin)
  if (wallet) return { kind: 'wallet', link: wallet }
  const read = readAddress(contents)
  if (read.ok) return { kind: 'address', address: read.address, amount: read.amount }
  const coin = readCoinRequest(contents)
  const network = read.fault.why === 'network' && read.fault.address !== undefined ? read.fault : undefined
  if (network) return { kind: 'token', facts: { recipient: network.address }, network: network.network }
  if (coin) return { kind: coin.kind, facts: coin.facts }
  return { kind: readOpenable(contents) ? 'link' : 'text' }
}

/** Whoever read it has put signs in the place of letters that were none to them: who is paid is not known any more. */
function hasLostLetters(contents: string): boolean {
  return contents.includes('\ufffd')
}

/** An https address without anything that hides its host: no name and password before it, no control characters, no spaces. */
function readOpenable(contents: string): OpenableLink | undefined {
  if (!/^https:\/\/[^\s\p{Cc}\p{Cf}]+$/iu.test(contents) || !URL.canParse(contents)) return undefined
  const url = new URL(contents)
  if (url.protocol !== 'https:' || url.host === '' || url.username !== '' || url.password !== '') return undefined
  return { href: url.href, host: url.host }
}
