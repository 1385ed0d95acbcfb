import type { RequestKind } from './kinds.ts'
import {
  type Account,
  asking,
  cancelling,
  closing,
  currencyOf,
  type Effect,
  exchanging,
  failingCode,
  failingPin,
  holding,
  isOpen,
  type MoneyRequest,
  type Operation,
  ORDER_LIFE_MS,
  opening,
  ordering,
  ownerOf,
  receiving,
  returning,
  roundedUp,
  transferring,
  type Waits,
  type World,
  waiting,
  wordOfTries,
} from './world.ts'

/** What a seller's code asks for, by the vendor's word, in minor units: so much, or what the payer says between two amounts. */
export interface Quote {
  readonly name: string
  readonly person: string
  readonly currency: string
  readonly least: bigint
  readonly most: bigint
  readonly fee: bigint
  readonly expiresAt: number
}

/** Amounts in minor units; nothing for one that is no amount. */
export interface Wanted {
  /** Of the account that it is about. */
  readonly currency: string
  readonly minor: bigint | undefined
  /** Whom a transfer goes to, and whether they are found by their number. */
  readonly recipient?: string
  readonly isFound?: boolean
  /** The transfer that is to be received, or to go back, or the order that is to be cancelled. */
  readonly transfer?: string
  /** The request that is paid, withdrawn or declined. */
  readonly request?: string
  /** Of a request: of whom, whether several may pay it, that they say how much, and for how many days. */
  readonly payer?: string | undefined
  readonly isCollect?: boolean
  readonly isAnyAmount?: boolean
  readonly days?: number
  /** Of a transfer: that it has one; of what is given to receive it: whether it is the right one. */
  readonly protectionCode?: 'right' | 'wrong' | undefined
  readonly quote?: Quote | undefined
  readonly to?: string
  readonly gets?: bigint
  /** What a payment in another currency is said to cost. */
  readonly gives?: bigint
  /** What the rate gives for it, or what it costs at the rate. */
  readonly fair?: bigint
  readonly issuedAt?: number | undefined
  readonly isPinRight?: boolean
}

/** A request as the model reads it. */
export interface ModelRequest {
  readonly name: string
  readonly kind: RequestKind
  readonly person: string
  readonly wanted: Wanted
}

interface VerdictFacts {
  readonly before: World
  readonly now: number
  readonly vaulted?: readonly string[]
}

const DAY_MS = 86_400_000
const RATE_LIFE_MS = 60_000
const FEE_BASIS_POINTS = 150n
// In whole units: the least, and the most for a withdrawal, a top-up and a day; ten times as much after an identification.
const LIMITS: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  RUB: [10n, 600_000n],
  USD: [1n, 10_000n],
  EUR: [1n, 10_000n],
  USDC: [1n, 10_000n],
}

/** How many minor units a whole one has, and how many the least that a person may name. */
export function unitsOf(currency: string): { unit: bigint; step: bigint } {
  return currency === 'USDC' ? { unit: 1_000_000n, step: 10_000n } : { unit: 100n, step: 1n }
}

/** What becomes of a request, by the rules as docs/money.md tells them. */
export interface Verdict {
  /** What it is refused for; nothing where it is done. */
  readonly refusal?: string
  /** What it may be refused for instead: what is old has been deleted, or not yet. */
  readonly orElse?: string
  /** What it does, where anything could be done. */
  readonly effect?: Effect
  readonly legs?: string
  /** A wrong PIN is counted. */
  readonly failure?: Effect
  /** The recipient has no account for it yet: one is opened before, and stays whatever comes of it. */
  readonly opens?: Effect
}

const VERDICTS: Readonly<Record<RequestKind, (asked: ModelRequest, facts: VerdictFacts) => Verdict>> = {
  account: verdictOnAccount,
  topup: verdictOnTopup,
  'cancel-topup': verdictOnCancel,
  withdrawal: verdictOnWithdrawal,
  payment: verdictOnPayment,
  exchange: verdictOnExchange,
  p2p: verdictOnTransfer,
  request: verdictOnRequest,
  'withdraw-request': (asked, facts) => verdictOnClosing(asked, facts, 'withdrawn'),
  'decline-request': (asked, facts) => verdictOnClosing(asked, facts, 'declined'),
  receive: verdictOnReceipt,
  decline: (asked, facts) => verdictOnReturn(asked, facts, 'declined'),
  'take-back': (asked, facts) => verdictOnReturn(asked, facts, 'taken_back'),
}

/** What becomes of a request in a world; `vaulted` are the words of the vault that a withdrawal has asked. */
export function verdictOf(asked: ModelRequest, facts: VerdictFacts): Verdict {
  return VERDICTS[asked.kind](asked, facts)
}

function verdictOnAccount({ person, wanted }: ModelRequest, { before }: VerdictFacts): Verdict {
  const account = `${person} ${wanted.currency}`
  return before.accounts.has(account) ? { refusal: 'account_exists' } : { effect: opening(account) }
}

function verdictOnTopup({ name, person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const account = `${person} ${wanted.currency}`
  if (!before.accounts.has(account)) return { refusal: 'account_unknown' }
  const fault = amountFault(before, person, wanted)
  const { minor } = wanted
  if (fault || minor === undefined) return { refusal: fault ?? 'invalid_field' }
  const legs = `${account} ${minor}`
  return { effect: ordering(name, { account, minor, legs, at: now }), legs }
}

function verdictOnCancel({ person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { transfer: name = '' } = wanted
  const order = before.operations.get(name)
  if (order?.kind !== 'topup' || ownerOf(order.account) !== person) return { refusal: 'order_unknown' }
  return isOpen(order) && now - order.at < ORDER_LIFE_MS ? { effect: cancelling(name) } : { refusal: 'order_ended' }
}

function verdictOnExchange({ name, person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { minor, gets, fair, to = '', issuedAt = 0 } = wanted
  const account = `${person} ${wanted.currency}`
  const from = before.accounts.get(account)
  if (!(from && before.accounts.has(`${person} ${to}`))) return { refusal: 'account_unknown' }
  if (now - issuedAt > RATE_LIFE_MS)
    return { refusal: 'rate_expired', ...(now - issuedAt > DAY_MS && { orElse: 'rate_unknown' }) }
  if (minor === undefined || gets === undefined || gets === 0n) return { refusal: 'invalid_field' }
  const { step } = unitsOf(to)
  if (!fair || ![fair - step, fair, fair + step].includes(gets)) return { refusal: 'amount_mismatch' }
  const credited = gets < fair ? gets : fair
  const legs = `${account} ${-minor}, ${person} ${to} ${credited}`
  const effect = exchanging(name, { account, minor, to: `${person} ${to}`, gets: credited, legs, at: now })
  return { effect, legs, ...(isShort(from, minor) && { refusal: 'insufficient_funds' }) }
}

function verdictOnWithdrawal(asked: ModelRequest, { before, now, vaulted = [] }: VerdictFacts): Verdict {
  const { name, person, wanted } = asked
  const { minor, currency } = wanted
  if (minor === undefined) return { refusal: 'invalid_field' }
  const tired = wordOfTries(before, person, now)
  if (tired) return { refusal: tired }
  const account = `${person} ${currency}`
  const fee = roundedUp(minor * FEE_BASIS_POINTS, 10_000n * unitsOf(currency).step) * unitsOf(currency).step
  const legs = `${account} ${-minor - fee}`
  if (vaulted.length > 0 && !vaulted.includes('ok')) return { refusal: vaulted[0] ?? '' }
  const from = before.accounts.get(account)
  if (!from) return { refusal: 'account_unknown' }
  const fault = amountFault(before, person, wanted)
  if (fault) return { refusal: fault }
  const held: Operation = { kind: 'withdrawal', state: 'held', account, minor, fee, legs, at: now }
  const confirmed = confirmedBy(asked, now, { effect: holding(name, person, held), legs })
  if (minor > mostOf(before, person, currency) - withdrawnInADay(before, account, now))
    return { ...confirmed, refusal: 'limit_daily' }
  return isShort(from, minor + fee) ? { ...confirmed, refusal: 'insufficient_funds' } : confirmed
}

// Of what goes to people and sellers in a day nothing is drawn that comes near the limit of it.
function verdictOnTransfer(asked: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { name, person, wanted } = asked
  const { minor, currency, recipient = '' } = wanted
  const tired = wordOfTries(before, person, now)
  if (tired) return { refusal: tired }
  const [account, to] = [`${person} ${currency}`, `${recipient} ${currency}`]
  const from = before.accounts.get(account)
  if (!from) return { refusal: 'account_unknown' }
  if (minor === undefined) return { refusal: 'invalid_field' }
  const request = wanted.request === undefined ? undefined : before.requests.get(wanted.request)
  if (request?.payer !== undefined && request.payer !== person) return { refusal: 'code_unknown' }
  if (request && currencyOf(request.account) !== currency) return { refusal: 'invalid_field' }
  if (recipient === person) return { refusal: 'recipient_self' }
  if (request && !isRequestOpen(request, now)) return { refusal: 'request_closed' }
  if (request?.minor !== undefined && request.minor !== minor) return { refusal: 'request_amount' }
  const fault = amountFault(before, person, wanted)
  if (fault) return { refusal: fault }
  const receipt = receiptOf(before, wanted)
  const legs = receipt ? `${account} ${-minor}` : `${account} ${-minor}, ${to} ${minor}`
  const sent = { account, minor, legs, at: now }
  const effect = receipt
    ? waiting(name, person, sent, { recipient, receipt })
    : transferring(name, person, { ...sent, to, request: wanted.request })
  const confirmed = confirmedBy(asked, now, { effect, legs })
  if (isShort(from, minor)) return { ...confirmed, refusal: 'insufficient_funds' }
  return confirmed.failure || receipt || before.accounts.has(to) ? confirmed : { ...confirmed, opens: opening(to) }
}

function isRequestOpen({ state, expiresAt }: MoneyRequest, now: number): boolean {
  return state === 'open' && now < expiresAt
}

// What can be received in thirty days is ten times what can be sent at once.
const RECEIVED = 10n

function verdictOnRequest({ name, person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { minor, currency, payer, isCollect = false, isAnyAmount, days = 0 } = wanted
  const account = `${person} ${currency}`
  if (!before.accounts.has(account)) return { refusal: 'account_unknown' }
  if (minor === undefined && !isAnyAmount) return { refusal: 'invalid_field' }
  if (payer === person) return { refusal: 'recipient_self' }
  const fault = isAnyAmount ? undefined : amountFault(before, person, { currency, minor: minor ?? 0n })
  const isTooMuch = minor !== undefined && minor > RECEIVED * mostOf(before, person, currency)
  if (fault && (fault !== 'amount_max' || isTooMuch)) return { refusal: fault }
  const legs = `${account} ${minor ?? 'any'} of ${payer ?? 'anybody'}`
  return { effect: asking(name, { account, payer, minor, isCollect, legs, expiresAt: now + days * DAY_MS }), legs }
}

function verdictOnClosing(
  { person, wanted }: ModelRequest,
  { before, now }: VerdictFacts,
  to: 'withdrawn' | 'declined',
): Verdict {
  const { request: name = '' } = wanted
  const request = before.requests.get(name)
  const whose = request && (to === 'withdrawn' ? ownerOf(request.account) : request.payer)
  if (!request || whose !== person) return { refusal: 'request_unknown' }
  return isRequestOpen(request, now) ? { effect: closing(name, to) } : { refusal: 'request_closed' }
}

/** How a transfer is received that is not at once. */
function receiptOf({ levels }: World, { recipient = '', isFound, protectionCode }: Wanted): Waits['receipt'] | undefined {
  if (protectionCode) return 'by_code'
  if (!levels.has(recipient)) return 'at_sign_up'
  return isFound ? undefined : 'by_hand'
}

function verdictOnReceipt({ person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { transfer = '', protectionCode } = wanted
  const operation = before.operations.get(transfer)
  if (!operation?.waits || recipientOf(operation) !== person) return { refusal: 'transfer_unknown' }
  if (!isOpen(operation)) return { refusal: 'transfer_ended' }
  const { receipt, expiresAt } = operation.waits
  if (receipt === 'by_code' && !protectionCode) return { refusal: 'invalid_field' }
  if (now >= expiresAt) return { refusal: 'transfer_ended' }
  if (receipt === 'by_code' && protectionCode === 'wrong')
    return { refusal: 'protection_code_wrong', failure: failingCode(transfer) }
  const to = `${person} ${currencyOf(operation.account)}`
  return { effect: receiving(transfer), ...(!before.accounts.has(to) && { opens: opening(to) }) }
}

/** Whom a transfer waits for; nobody who has no wallet, or had none until it ended. */
function recipientOf({ waits }: Operation): string | undefined {
  return waits?.isTheirs ? waits.recipient : undefined
}

function verdictOnReturn({ person, wanted }: ModelRequest, { before }: VerdictFacts, to: 'declined' | 'taken_back'): Verdict {
  const { transfer = '' } = wanted
  const operation = before.operations.get(transfer)
  if (!operation?.waits) return { refusal: 'transfer_unknown' }
  const whose = to === 'declined' ? recipientOf(operation) : ownerOf(operation.account)
  if (whose !== person) return { refusal: 'transfer_unknown' }
  return isOpen(operation) ? { effect: returning(transfer, to) } : { refusal: 'transfer_ended' }
}

function verdictOnPayment(asked: ModelRequest, facts: VerdictFacts): Verdict {
  const { expiresAt = facts.now } = asked.wanted.quote ?? {}
  return { ...verdictOnQuoted(asked, facts), ...(facts.now - expiresAt > DAY_MS && { orElse: 'quote_unknown' }) }
}

function verdictOnQuoted(asked: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { name, person, wanted } = asked
  const { minor, currency, quote, gives, fair, issuedAt } = wanted
  const tired = wordOfTries(before, person, now)
  if (tired) return { refusal: tired }
  if (quote?.person !== person) return { refusal: 'quote_unknown' }
  if (minor === undefined) return { refusal: 'invalid_field' }
  if (minor < quote.least) return { refusal: quote.least === quote.most ? 'amount_mismatch' : 'amount_min' }
  if (minor > quote.most) return { refusal: quote.least === quote.most ? 'amount_mismatch' : 'amount_max' }
  const account = `${person} ${currency}`
  const from = before.accounts.get(account)
  if (!from) return { refusal: 'account_unknown' }
  if ([...before.operations.values()].some((operation) => operation.quote === quote.name)) return { refusal: 'quote_used' }
  if (now >= quote.expiresAt) return { refusal: 'quote_expired' }
  const isOther = currency !== quote.currency
  if (isOther && issuedAt === undefined) return { refusal: 'rate_unknown' }
  if (isOther && now - (issuedAt ?? 0) > RATE_LIFE_MS) return { refusal: 'rate_expired' }
  if (isOther && gives !== fair) return { refusal: 'amount_mismatch' }
  const { fee } = quote
  const cost = isOther ? (fair ?? 0n) : minor + fee
  const legs = `${account} ${-cost}`
  const held: Operation = { kind: 'payment', state: 'held', account, minor, fee, cost, quote: quote.name, legs, at: now }
  const confirmed = confirmedBy(asked, now, { effect: holding(name, person, held), legs })
  return isShort(from, cost) ? { ...confirmed, refusal: 'insufficient_funds' } : confirmed
}

/** What is done, or a wrong PIN that is counted. The PIN is asked for last, and only of whom nothing else is in the way. */
function confirmedBy({ person, wanted }: ModelRequest, now: number, done: Pick<Verdict, 'effect' | 'legs'>): Verdict {
  return wanted.isPinRight ? done : { refusal: 'pin_wrong', failure: failingPin(person, now) }
}

function amountFault(world: World, person: string, { currency, minor }: Wanted): string | undefined {
  if (minor === undefined || minor === 0n) return 'invalid_field'
  if (minor < (LIMITS[currency]?.[0] ?? 0n) * unitsOf(currency).unit) return 'amount_min'
  return minor > mostOf(world, person, currency) ? 'amount_max' : undefined
}

function mostOf({ levels }: World, person: string, currency: string): bigint {
  return (LIMITS[currency]?.[1] ?? 0n) * unitsOf(currency).unit * (levels.get(person) === 'full' ? 10n : 1n)
}

function withdrawnInADay({ operations }: World, account: string, now: number): bigint {
  return [...operations.values()]
    .filter((one) => one.kind === 'withdrawal' && one.account === account && one.state !== 'failed' && one.at > now - DAY_MS)
    .reduce((sum, { minor }) => sum + minor, 0n)
}

function isShort({ balance }: Account, minor: bigint): boolean {
  return balance < minor
}
