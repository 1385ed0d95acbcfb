import { PIN, type TestUser } from '#tests/builders'
import { aShopOrderAt, quoteOf } from '#tests/shop'
import { PEOPLES_KINDS, type PeoplesKind } from './made-by.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** The amount of each currency that people have at the start, and the amount that they move at a time. */
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
  readonly kind: PeoplesKind
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly currency: LoadCurrency
}

/** The person and currency of a request, with the other people and data that it may need. */
interface LoadAsker {
  readonly world: World
  readonly person: TestUser
  readonly currency: LoadCurrency
  /** The recipient of the person's transfers. */
  readonly payee: TestUser
  /** The body of the next exchange from this currency. */
  readonly exchange: Readonly<Record<string, unknown>>
}

interface KindOfLoad {
  /** How many of a hundred requests are of this kind, unless a test sets another share; the rest are exchanges. */
  readonly share: number
  /** Makes the next request; undefined when something that it needs is not available at the moment. */
  readonly request: (asker: LoadAsker) => Promise<Omit<LoadRequest, 'kind'> | undefined>
}

/** The requests of a load, by kind. A kind that people make does not compile without an entry here. */
export const LOAD_KINDS: Readonly<Record<PeoplesKind, KindOfLoad>> = {
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

function amountIn(currency: LoadCurrency) {
  return { amount: AMOUNTS[currency].moved, currency_code: currency }
}

const known = new WeakMap<TestUser, Map<LoadCurrency, string>>()

/** A person's account in a currency; undefined while the wallet does not answer. */
async function accountOf(person: TestUser, currency: LoadCurrency): Promise<string | undefined> {
  const accounts = known.get(person) ?? new Map<LoadCurrency, string>()
  known.set(person, accounts)
  const id = accounts.get(currency) ?? (await person.account(currency).catch(() => undefined))?.id
  if (id !== undefined) accounts.set(currency, id)
  return id
}

/** Draws a kind by its share of a hundred. */
export function drawKind(random: Random, shares: Readonly<Partial<Record<PeoplesKind, number>>>): PeoplesKind {
  let left = random.below(100)
  for (const kind of PEOPLES_KINDS) {
    left -= shares[kind] ?? LOAD_KINDS[kind].share
    if (left < 0) return kind
  }
  return 'exchange'
}
