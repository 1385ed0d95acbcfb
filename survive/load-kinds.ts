import type { OperationKind } from '#contract/operation-kinds'
import { PIN, type TestUser } from '#tests/builders'
import { aShopOrderAt, quoteOf } from '#tests/shop'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** The kinds of operation that people ask for; the others are booked for them. */
export type LoadKind = Exclude<
  OperationKind,
  'chargeback' | 'withdrawal_recall' | 'payment_recall' | 'debt_payment' | 'correction' | 'reversal'
>

/** What people have of a currency in the beginning, and what they move at a time. */
export const AMOUNTS = {
  USD: { given: '9000.00', moved: '1.00' },
  EUR: { given: '9000.00', moved: '1.00' },
  GBP: { given: '9000.00', moved: '1.00' },
  RUB: { given: '500000.00', moved: '100.00' },
} as const

/** A currency that people of a load can have. */
export type LoadCurrency = keyof typeof AMOUNTS

/** A request that is sent until it is resolved. */
export interface LoadRequest {
  readonly kind: LoadKind
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly currency: LoadCurrency
}

/** Who asks for something, in which currency, and who else there is. */
interface LoadAsker {
  readonly world: World
  readonly person: TestUser
  readonly currency: LoadCurrency
  /** Whom the person sends money to. */
  readonly payee: TestUser
  /** The next exchange from this currency. */
  readonly exchange: Readonly<Record<string, unknown>>
}

interface KindOfLoad {
  /** Of a hundred requests so many are of this kind, unless a test says otherwise; the rest are exchanges. */
  readonly share: number
  /** Makes the next request; nothing where what it needs cannot be had at the moment. */
  readonly request: (asker: LoadAsker) => Promise<Omit<LoadRequest, 'kind'> | undefined>
}

/** What people of a load ask for, by kind. A kind that people ask for and that has no entry here does not compile. */
export const LOAD_KINDS: Readonly<Record<LoadKind, KindOfLoad>> = {
  exchange: {
    share: 0,
    request: async ({ exchange, currency }) => ({ path: '/v2/wallet/exchange', body: exchange, currency }),
  },
  topup: {
    share: 10,
    request: async ({ currency }) => ({ path: '/v2/wallet/top-up', body: amountIn(currency), currency }),
  },
  withdrawal: {
    share: 8,
    request: async ({ currency }) => ({
      path: '/v2/wallet/withdrawal',
      body: { ...amountIn(currency), pin: PIN, pan: '2200123456784821' },
      currency,
    }),
  },
  p2p: {
    share: 6,
    async request({ person, payee, currency }) {
      const from_account_id = await accountOf(person, currency)
      if (from_account_id === undefined) return undefined
      const { moved: amount } = AMOUNTS[currency]
      return { path: '/v2/wallet/transfer', body: { from_account_id, to: { phone: payee.phone }, amount, pin: PIN }, currency }
    },
  },
  payment: {
    share: 4,
    async request({ world, person }) {
      const { code } = await aShopOrderAt(world.vendors.url, { format: 'pix', amount: AMOUNTS.USD.moved })
      const account_id = await accountOf(person, 'USD')
      const { quote_id } = await quoteOf(person, code).catch(() => ({ quote_id: undefined }))
      if (account_id === undefined || quote_id === undefined) return undefined
      return { path: '/v2/wallet/payment', body: { quote_id, account_id, pin: PIN }, currency: 'USD' }
    },
  },
}

/** Their names. */
export const LOAD_KIND_NAMES = Object.keys(LOAD_KINDS) as LoadKind[]

function amountIn(currency: LoadCurrency) {
  return { amount: AMOUNTS[currency].moved, currency_code: currency }
}

const known = new WeakMap<TestUser, Map<LoadCurrency, string>>()

/** The account of a person in a currency; nothing while nobody says. */
async function accountOf(person: TestUser, currency: LoadCurrency): Promise<string | undefined> {
  const accounts = known.get(person) ?? new Map<LoadCurrency, string>()
  known.set(person, accounts)
  const id = accounts.get(currency) ?? (await person.account(currency).catch(() => undefined))?.id
  if (id !== undefined) accounts.set(currency, id)
  return id
}

/** Draws a kind by its share of a hundred. */
export function drawKind(random: Random, shares: Readonly<Partial<Record<LoadKind, number>>>): LoadKind {
  let left = random.below(100)
  for (const kind of LOAD_KIND_NAMES) {
    left -= shares[kind] ?? LOAD_KINDS[kind].share
    if (left < 0) return kind
  }
  return 'exchange'
}
