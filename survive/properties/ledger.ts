import fc from 'fast-check'
import type { StateOf } from '#contract/operation-kinds'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { add, compare, type Money, money, negate, subtract } from '#money/money'
import { parseRate } from '#money/rate'
import { decideExchange } from '#server/exchange/rules'
import { ownIdempotencyKey } from '#server/idempotency/key'
import type { IdempotencyRecord } from '#server/idempotency/record'
import type { UserAccount } from '#server/ledger/accounts'
import { applyBatch } from '#server/ledger/apply-batch'
import { NOTHING, type Posting, type PostingRequest, type Transfer } from '#server/ledger/posting'
import { type CapFacts, capsOfMovement } from '#server/movement/caps'
import { decideEnd } from '#server/outgoing/end-rules'
import { decidePayment, decidePaymentRecall, paymentReversalOf, paymentSettlementOf } from '#server/payment/rules'
import { creditOf, decideChargeback, decideSettlement, decideTopup, intoSuspense } from '#server/topup/rules'
import { decideTransfer } from '#server/transfers/rules'
import { decideHold, decideRecall, reversalOf, settlementOf } from '#server/withdrawal/rules'
import { isPeoplesKind, PEOPLES_KINDS, type PeoplesKind } from '../made-by.ts'
import { type ModelRequest, verdictOf, type Wanted } from '../simulation/verdicts.ts'
import { factsOf, hearingPayment, hearingSent, type World } from '../simulation/world.ts'

const PEOPLE = ['anna', 'boris'] as const
const CURRENCIES = ['RUB', 'USD'] as const
const NOW = new Date('2026-11-20T12:00:00Z')
const RATES = { 'RUB USD': '0.012345678901', 'USD RUB': '80.1299' } as const
const key = (name: string): PostingRequest['idempotencyKey'] => ({ ...ownIdempotencyKey(name), isFromClient: true })

/** What the wallet knows of an operation, as its stores would give it. */
interface Known {
  readonly id: string
  readonly kind: PeoplesKind
  readonly state: string
  readonly accountId: string
  readonly amount: Money
  readonly fee: Money
  readonly legs: readonly { readonly accountId: string; readonly amount: Money }[]
  readonly takenBack?: Money
  readonly isRecalled?: boolean
}

/** The books in memory: what applyBatch is given, and what it gives. */
class Books {
  accounts = new Map<string, UserAccount>()
  readonly operations = new Map<string, Known>()
  readonly records = new Map<string, IdempotencyRecord>()
  readonly entries = new Map<string, bigint>()
  private ids = 0

  constructor() {
    for (const person of PEOPLE) {
      for (const currency of CURRENCIES) {
        const id = `${person} ${currency}`
        this.accounts.set(id, {
          id,
          userId: person,
          balance: money(currency, 0n),
          owed: money(currency, 0n),
          isFrozen: false,
          isClosed: false,
        })
      }
    }
  }

  /** Posts requests together, and says how each ended. */
  post(requests: readonly PostingRequest[]): string[] {
    const named = new Set(requests.flatMap(({ accounts }) => accounts))
    const newId = (): string => {
      this.ids += 1
      return `operation ${this.ids}`
    }
    const batch = applyBatch(
      requests.map((request) => ({ request, facts: {} })),
      [...this.accounts.values()].filter(({ id }) => named.has(id)),
      { kept: this.records, newId },
    )
    for (const account of batch.accounts) this.accounts.set(account.id, account)
    for (const { idempotencyKey, answer } of batch.answers) {
      this.records.set(idempotencyKey.key, { fingerprint: idempotencyKey.fingerprint, answer })
    }
    for (const { id, kind, state, legs } of batch.operations) {
      const [leg] = legs
      if (!(leg && isPeoplesKind(kind))) continue
      const amount = isSentByProvider(kind) ? negate(add(leg.amount, leg.fee)) : leg.amount
      this.operations.set(id, { id, kind, state, accountId: leg.accountId, amount, fee: leg.fee, legs })
    }
    for (const { operation, to } of batch.changes) this.change(operation.id, { state: to })
    for (const { entries } of batch.transfers) {
      for (const { account, amount } of entries) {
        const name = 'user' in account ? account.user : 'owedBy' in account ? 'owed' : account.system
        const place = 'user' in account ? name : `${name} ${amount.currency}`
        this.entries.set(place, (this.entries.get(place) ?? 0n) + amount.minor)
      }
    }
    return batch.outcomes.map((outcome) => {
      if (outcome instanceof Error) throw outcome
      return outcome.kind === 'posted' ? 'ok' : outcome.refusal.code
    })
  }

  change(id: string, changed: Partial<Known>): void {
    const known = this.operations.get(id)
    if (known) this.operations.set(id, { ...known, ...changed })
  }

  facts(): Map<string, string> {
    return new Map([
      ...[...this.accounts.values()].map(({ id, balance, owed }) => [id, `${balance.minor} owed ${owed.minor}`] as const),
      ...[...this.operations.values()].map(
        ({ id, state, legs }) =>
          [id, `${state} ${legs.map(({ accountId, amount }) => `${accountId} ${amount.minor}`).join(', ')}`] as const,
      ),
    ])
  }

  /** Whether all entries sum to nothing by currency, and each balance is the sum of its own. */
  isBalanced(): boolean {
    const sums = CURRENCIES.map((code) =>
      [...this.entries].filter(([place]) => place.endsWith(code)).reduce((sum, [, minor]) => sum + minor, 0n),
    )
    const owed = (code: Currency): bigint =>
      [...this.accounts.values()]
        .filter(({ balance }) => balance.currency === code)
        .reduce((sum, one) => sum + one.owed.minor, 0n)
    return (
      sums.every((sum) => sum === 0n) &&
      CURRENCIES.every((code) => -(this.entries.get(`owed ${code}`) ?? 0n) === owed(code)) &&
      [...this.accounts.values()].every(
        ({ id, balance }) => balance.minor === (this.entries.get(id) ?? 0n) && balance.minor >= 0n,
      )
    )
  }
}

const isSentByProvider = (kind: PeoplesKind): boolean => kind === 'withdrawal' || kind === 'payment'

const command = fc.record({
  // Top-ups are drawn twice as often: without money little else is possible.
  kind: fc.constantFrom(...PEOPLES_KINDS, 'topup', 'hear of a top-up', 'hear of a top-up', 'hear of money sent', 'again'),
  person: fc.constantFrom(...PEOPLE),
  currency: fc.constantFrom(...CURRENCIES),
  cents: fc.oneof(
    { weight: 6, arbitrary: fc.bigInt({ min: 1000n, max: 100_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 70_000_000n }) },
  ),
  /** Which of the operations there are. */
  which: fc.nat({ max: 6 }),
  told: fc.constantFrom('paid', 'paid', 'paid', 'failed', 'pending', 'less', 'back', 'part back'),
  off: fc.constantFrom(0n, 0n, 0n, -1n, 1n),
})
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Whatever is ordered, held, exchanged and heard, in any order, together and again: each answer is what the model says, so are the books,
 * and they are balanced.
 */
export const ledgerProperty = fc.property(fc.array(command, { minLength: 1, maxLength: 40, size: 'max' }), (commands) => {
  const books = new Books()
  const world: World = {
    accounts: new Map(),
    operations: new Map(),
    requests: new Map(),
    pins: new Map(),
    levels: new Map(PEOPLE.map((person) => [person, 'basic'])),
  }
  for (const id of books.accounts.keys()) world.accounts.set(id, { balance: 0n, owed: 0n })
  const asked: Asking[] = []
  let together: Asking[] = []
  return commands.every((one, number) => {
    const earlier = one.kind === 'again' ? asked[one.which % Math.max(1, asked.length)] : undefined
    if (earlier) together.push(earlier)
    else if (isPeoplesKind(one.kind)) {
      const asking = ask(one, one.kind, `operation ${one.kind} ${number}`, books, world)
      together.push(asking)
      asked.push(asking)
    }
    // Exchanges need no facts but the accounts, so they go together.
    if (one.kind === 'exchange' && commands[number + 1]?.kind === 'exchange') return true
    const answers = books.post(together.map(({ request }) => request))
    const isAnswered = together.every(({ answer }, place) => answers[place] === answer)
    together = []
    hear(books, world, one)
    return isAnswered && isSame(books.facts(), factsOf({ ...world, pins: new Map(), levels: new Map() })) && books.isBalanced()
  })
})

interface Asking {
  readonly request: PostingRequest
  /** The model's, now and whenever it is asked again. */
  readonly answer: string
}

/** Asks the model: what is done is done in its world at once. */
function ask(one: Command, kind: PeoplesKind, name: string, books: Books, world: World): Asking {
  const { accounts, decide, wanted } = ASKED[kind](one, name, books)
  const request: PostingRequest = { idempotencyKey: key(name), accounts, decide }
  const model: ModelRequest = { name, kind, person: one.person, wanted }
  const verdict = verdictOf(model, { before: world, now: NOW.getTime() })
  if (verdict.refusal === undefined) verdict.effect?.(world)
  return { request, answer: verdict.refusal ?? 'ok' }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, facts]) => other.get(name) === facts)
}

interface PeoplesRequest extends Pick<PostingRequest, 'accounts' | 'decide'> {
  readonly wanted: Wanted
}

/** What people ask for, as the feature asks the ledger and as the model reads it. A kind that people make does not compile without an entry. */
const ASKED: Readonly<Record<PeoplesKind, (one: Command, name: string, books: Books) => PeoplesRequest>> = {
  exchange: exchangeOf,
  topup({ person, currency, cents }, name) {
    const id = `${person} ${currency}`
    const asked = { id: name, amount: toDecimal(money(currency, cents)), currencyCode: currency }
    return {
      accounts: [id],
      decide: (accounts) =>
        decideTopup(asked, { account: accounts.get(id), owner: ownerOf(currency), open: 0, openMax: 1, now: NOW }),
      wanted: { currency, minor: cents },
    }
  },
  withdrawal({ person, currency, cents }, name, books) {
    const id = `${person} ${currency}`
    const owner = ownerOf(currency)
    const withdrawnMinor = [...books.operations.values()]
      .filter((other) => other.kind === 'withdrawal' && other.accountId === id && other.state !== 'failed')
      .reduce((sum, other) => sum + other.amount.minor, 0n)
    const caps = capsOfMovement('withdrawal', capFacts(owner, { ...NOT_MOVED, currency, withdrawnMinor }))
    const destination = { kind: 'card', masked: '•• 4821' } as const
    const facts = { id: name, owner, caps, destination, now: NOW }
    return {
      accounts: [id],
      decide: (accounts) => decideHold(money(currency, cents), { ...facts, account: accounts.get(id) }),
      wanted: { currency, minor: cents, isPinRight: true },
    }
  },
  p2p({ person, currency, cents }, name) {
    const recipient = person === 'anna' ? 'boris' : 'anna'
    const [id, target] = [`${person} ${currency}`, `${recipient} ${currency}`]
    const owner = ownerOf(currency)
    const facts = {
      id: name,
      userId: person,
      senderName: person,
      recipient: { userId: recipient, person: recipient, isFound: true },
      paysRequest: false,
      request: undefined,
      receipt: undefined,
      caught: undefined,
      message: undefined,
      owner,
      recipientLimits: owner.limits.p2p,
      asksRecipient: true,
      between: { isStopped: false, isRefused: false, isBlocked: false, isTold: false },
      caps: capsOfMovement('p2p', capFacts(owner, { ...NOT_MOVED, currency })),
      receivedMinor: 0n,
      now: NOW,
    }
    return {
      accounts: [id, target],
      decide: (accounts) =>
        decideTransfer(money(currency, cents), { ...facts, from: accounts.get(id), to: accounts.get(target) }),
      wanted: { currency, minor: cents, recipient, isFound: true, isPinRight: true },
    }
  },
  payment({ person, currency, cents }, name) {
    const id = `${person} ${currency}`
    const amount = money(currency, cents)
    const [fee, expiresAt] = [money(currency, SELLER_FEE), new Date(NOW.getTime() + 1000)]
    const named = { id: name, userId: person, format: 'pix', provider: '', providerQuoteId: '', seller: 'a shop' } as const
    const facts = {
      id: name,
      quote: { ...named, fee, asked: { amount }, expiresAt },
      owner: ownerOf(currency),
      isPaid: false,
      caps: [],
      isStopped: false,
      isExchangeStopped: false,
      costAsked: { fromAmount: undefined, rate: undefined, rateLifetimeSeconds: 60 },
      now: NOW,
    }
    const quote = { name, person, currency, least: cents, most: cents, fee: SELLER_FEE, expiresAt: expiresAt.getTime() }
    return {
      accounts: [id],
      decide: (accounts) => decidePayment(amount, { ...facts, account: accounts.get(id) }),
      wanted: { currency, minor: cents, quote, isPinRight: true },
    }
  },
}

/** The fee of the merchants provider for a payment, in minor units. */
const SELLER_FEE = 25n

/** An account from which nothing has left lately. */
const NOT_MOVED = {
  rate: null,
  dailyMinor: null,
  withdrawnMinor: 0n,
  paidTodayMinor: 0n,
  sentTodayMinor: 0n,
  sentMonthMinor: 0n,
  firstDayMinor: 0n,
}

function capFacts({ limits }: ReturnType<typeof ownerOf>, moved: CapFacts['moved'][number]): CapFacts {
  return { limits, moved: [moved], toPerson: [], firstDay: undefined, firstDayPercent: 100, now: NOW }
}

function exchangeOf({ person, currency, cents, off }: Command, name: string): PeoplesRequest {
  const to = currency === 'RUB' ? 'USD' : 'RUB'
  const out = currency === 'RUB' ? RATES['RUB USD'] : RATES['USD RUB']
  // In parts of a million million, by hand: what is compared has to be reckoned in another way.
  const fair = (cents * BigInt(Math.round(Number(out) * 1e12))) / 10n ** 12n
  const gets = fair + off > 0n ? fair + off : 0n
  const rate = parseRate(currency, to, '1', out)
  if (!rate) throw new Error('It is no rate')
  const quote = { id: 'quote', rate, quantityOut: out, mid: out, marginBasisPoints: 0, issuedAt: NOW }
  const [from, target] = [`${person} ${currency}`, `${person} ${to}`]
  const amounts = { fromAmount: toDecimal(money(currency, cents)), toAmount: toDecimal(money(to, gets)) }
  const request = { id: name, userId: person, fromAccountId: from, toAccountId: target, ...amounts }
  return {
    accounts: [from, target],
    decide: (accounts) => decideExchange(request, { quote, lifetimeSeconds: 60, now: NOW }, accounts),
    wanted: { currency, to, minor: cents, gets, fair, issuedAt: NOW.getTime() },
  }
}

/** The limits of the model's rules, with its fee (simulation/verdicts.ts). */
function ownerOf(currency: Currency) {
  const [least, most] = currency === 'RUB' ? [1000n, 60_000_000n] : [100n, 1_000_000n]
  const [min, max] = [money(currency, least), money(currency, most)]
  const limits = { topupMin: min, topupMax: max, withdrawalMin: min, withdrawalMax: max, withdrawalDaily: max }
  const many = money(currency, 100n * most)
  const p2p = { min, max, daily: many, monthly: many, personDaily: many, receivedMonthly: many }
  return {
    user: { isTopupAllowed: true, isWithdrawalAllowed: true },
    limits: { ...limits, withdrawalFeeBasisPoints: 150n, p2p },
  }
}

/** A vendor says something of one of its operations: to the books by the rules of the feature, to the world by those of the model. */
function hear(books: Books, world: World, { kind, which, told }: Command): void {
  if (kind !== 'hear of a top-up' && kind !== 'hear of money sent') return
  const isOfTopup = kind === 'hear of a top-up'
  const own = [...books.operations.values()].filter((one) => (isOfTopup ? one.kind === 'topup' : isSentByProvider(one.kind)))
  const known = own[which % Math.max(1, own.length)]
  const account = known && books.accounts.get(known.accountId)
  if (!known || !account) return
  const less = told === 'less' ? money(known.amount.currency, 1n) : money(known.amount.currency, 0n)
  if (isOfTopup) {
    const part = money(known.amount.currency, (known.amount.minor + 1n) / 2n)
    const amount = told === 'part back' ? part : subtract(known.amount, less)
    const state = told === 'failed' || told === 'pending' ? told : told.endsWith('back') ? 'charged_back' : 'complete'
    post(books, known, hearPayment(books, known, account, { state, amount }))
    hearingPayment(known.id, { state, currency: amount.currency, minor: amount.minor }, NOW.getTime(), false)(world)
  } else {
    const state = told === 'failed' || told === 'back' || told === 'part back' ? 'failed' : told === 'pending' ? told : 'paid'
    const amount = subtract(known.amount, less)
    post(books, known, hearSent(books, known, account, { state, amount }))
    hearingSent(known.id, { state, ...(state === 'paid' && { minor: amount.minor }) })(world)
  }
}

function post(books: Books, { accountId }: Known, posting: Posting): void {
  const idempotencyKey = { ...key(`heard ${books.records.size}`), isFromClient: false }
  books.post([{ idempotencyKey, accounts: [accountId], decide: () => posting }])
}

type ProviderState<State> = { readonly state: State; readonly amount: Money }

function hearPayment(
  books: Books,
  known: Known,
  account: UserAccount,
  told: ProviderState<'pending' | 'complete' | 'failed' | 'charged_back'>,
): Posting {
  const paid = known.state === 'differs' ? known.amount : undefined
  const order = { ...known, kind: 'topup', state: known.state as StateOf<'topup'>, paid, chargedBack: known.takenBack } as const
  const operation = { ...known, legs: known.legs }
  const become = (to: string): Posting => ({ ...NOTHING, change: { operation, to, at: NOW } })
  const whole = { ...order, userId: account.userId, provider: '', url: null, createdAt: NOW }
  const payment = { order: known.id, externalId: '', ...told }
  switch (decideSettlement(order, told)) {
    case 'credit':
      return { ...become('complete'), transfers: [creditOf(whole, NOW)] }
    case 'fail':
      return become('failed')
    case 'take_back':
      return become('taken_back')
    case 'differs':
      return { ...become('differs'), transfers: [intoSuspense(payment, known.id, known.id, NOW)] }
    case 'charge_back':
      books.change(known.id, { takenBack: told.amount })
      return { ...decideChargeback(told.amount, account, `back ${known.id}`, NOW), ...changeOnly(become('charged_back')) }
    default:
      return NOTHING
  }
}

function changeOnly({ change }: Posting): Pick<Posting, 'change'> {
  return change ? { change } : {}
}

function hearSent(books: Books, known: Known, account: UserAccount, told: ProviderState<'pending' | 'paid' | 'failed'>): Posting {
  const sent = { ...known, userId: account.userId, provider: '', paid: undefined, createdAt: NOW } as const
  const become = (to: string): Posting => ({ ...NOTHING, change: { operation: known, to, at: NOW } })
  const rules = known.kind === 'payment' ? paymentRules(sent, told.amount, account) : withdrawalRules(sent, told.amount, account)
  switch (decideEnd(sent, { state: told.state, ...(told.state === 'paid' && { amount: told.amount }) })) {
    case 'wait':
      return known.state === 'held' ? become('unknown') : NOTHING
    case 'settle':
      return { ...become('complete'), transfers: [rules.settle(`settled ${known.id}`)] }
    case 'reverse':
      return { ...become('failed'), transfers: [rules.reverse(`reversed ${known.id}`)] }
    case 'contradiction':
      // It is booked once: later ones are reported.
      if (told.state !== 'paid' || known.isRecalled) return NOTHING
      books.change(known.id, { isRecalled: true })
      return rules.recall(`recalled ${known.id}`)
    default:
      return NOTHING
  }
}

/** What is booked when a provider has sent money, has failed to, or has sent what was given back. */
interface SentRules {
  readonly settle: (id: string) => Transfer
  readonly reverse: (id: string) => Transfer
  readonly recall: (id: string) => Posting
}

type SentKnown = Known & {
  readonly userId: string
  readonly provider: string
  readonly paid: undefined
  readonly createdAt: Date
}

function withdrawalRules(sent: SentKnown, paid: Money, account: UserAccount): SentRules {
  const state = sent.state as StateOf<'withdrawal'>
  const withdrawal = { ...sent, kind: 'withdrawal', state, token: '', fingerprint: undefined, masked: '' } as const
  const unpaid = compare(paid, sent.amount) < 0 ? subtract(sent.amount, paid) : undefined
  return {
    settle: (id) => settlementOf(withdrawal, id, NOW, unpaid),
    reverse: (id) => reversalOf(withdrawal, id, NOW),
    recall: (id) => decideRecall(paid, account, id, NOW),
  }
}

function paymentRules(sent: SentKnown, paid: Money, account: UserAccount): SentRules {
  const state = sent.state as StateOf<'payment'>
  const cost = add(sent.amount, sent.fee)
  const payment = { ...sent, kind: 'payment', state, cost, seller: '', providerQuoteId: '' } as const
  return {
    settle: (id) => paymentSettlementOf(payment, paid, { id, now: NOW }).transfer,
    reverse: (id) => paymentReversalOf(payment, id, NOW),
    recall: (id) => decidePaymentRecall(payment, paid, account, { id, now: NOW }).posting,
  }
}
