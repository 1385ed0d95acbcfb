import { describe, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { add, subtract } from '#money/money'
import type { ConfirmedMoney } from '#server/confirmation/post-confirmed'
import type { CrashPoint } from '#server/db/crash-point'
import { type Answer, aKey, aUser, PIN, type TestUser, until } from '#tests/builders'
import { aShopOrder, payQuote, quoteOf } from '#tests/shop'
import { bringOn, crashAt, crashPoints, nothingOpen, paidOut, putOff, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

/** One movement of money: what it costs its payer, and how it is sent under a key, again and again. */
interface Move {
  readonly cost: string
  readonly send: (key: string) => Promise<Answer>
}

/** Makes the moves of one way to move money, each by a new key. */
type Way = (payer: TestUser, payee: TestUser) => Promise<{ readonly currency: Currency; readonly next: () => Promise<Move> }>

/** Every way to move money that is confirmed, by its kind. */
const WAYS: Readonly<Record<ConfirmedMoney<unknown>['kind'], Readonly<Record<string, Way>>>> = {
  exchange: {
    'an exchange': async (payer) => {
      const body = { ...(await payer.exchangeBody('10.00', 'USD', 'EUR')), pin: PIN }
      return { currency: 'USD', next: async () => tenDollars((key) => payer.post('/v2/wallet/exchange', body, { key })) }
    },
  },
  p2p: {
    'a transfer to a person': async (payer, payee) => ({
      currency: 'USD',
      next: async () => tenDollars((key) => payer.send('10.00', 'USD', { phone: payee.phone }, { key })),
    }),
    'the payment of a request': async (payer, payee) => {
      const { id: account_id } = await payee.account('USD')
      return {
        currency: 'USD',
        async next() {
          const { request } = await payee.post('/v2/wallet/request', { account_id, amount: '10.00' })
          const { code } = request as { code: string }
          return tenDollars((key) => payer.send('10.00', 'USD', { code }, { key }))
        },
      }
    },
  },
  withdrawal: {
    'a withdrawal': async (payer) => ({
      currency: 'USD',
      next: async () => tenDollars((key) => payer.withdraw('10.00', 'USD', { key })),
    }),
    'a withdrawal to an earlier recipient': async (payer) => {
      await payer.withdraw('10.00', 'USD')
      const [{ id: recipient } = { id: '' }] = await payer.recipients()
      return { currency: 'USD', next: async () => tenDollars((key) => payer.withdraw('10.00', 'USD', { key, recipient })) }
    },
  },
  payment: {
    'a payment to a seller': async (payer) => ({
      currency: 'USD',
      async next() {
        const { code } = await aShopOrder(server, { format: 'pix', amount: '10.00' })
        const { quote_id } = await quoteOf(payer, code)
        return tenDollars((key) => payQuote(payer, { key, quote_id, currency: 'USD' }))
      },
    }),
    'a payment to a seller from an account of another currency': async (payer) => {
      const { id: account_id } = await payer.account('RUB')
      return {
        currency: 'RUB',
        async next() {
          const { code } = await aShopOrder(server, { format: 'pix', amount: '10.00' })
          const { quote_id, accounts } = await quoteOf(payer, code)
          const paying = accounts as { account_id: string; rate_id: string; from_amount: string }[]
          const { rate_id, from_amount = '' } = paying.find((each) => each.account_id === account_id) ?? {}
          const body = { quote_id, account_id, rate_id, from_amount, pin: PIN }
          return { cost: from_amount, send: (key) => payer.post('/v2/wallet/payment', body, { key }) }
        },
      }
    },
  },
}

function tenDollars(send: Move['send']): Move {
  return { cost: '10.00', send }
}

const POINTS: Readonly<Record<keyof typeof WAYS, readonly CrashPoint[]>> = {
  exchange: crashPoints('exchange.'),
  p2p: crashPoints('p2p.'),
  withdrawal: crashPoints('withdrawal.'),
  payment: crashPoints('payment.'),
}

/** Every point at which a request of a kind can die; those of its worker are tried by themselves. */
function pointsOf(kind: keyof typeof WAYS): CrashPoint[] {
  const isOfWorker = (point: CrashPoint) => /\.(?:check|invited)\./.test(point)
  return [...crashPoints('ledger.'), ...POINTS[kind]].filter((point) => !isOfWorker(point))
}

const KINDS = Object.keys(WAYS) as (keyof typeof WAYS)[]
const ways = KINDS.flatMap((kind) => Object.entries(WAYS[kind]).map(([name, way]) => ({ kind, name, way })))

test.each(ways)('after a kill at every step of $name, it has one effect, which its key reveals', async ({ kind, way }) => {
  const payer = await aUser(server, '1000.00 USD', '90000.00 RUB', '1.00 EUR')
  const { currency, next } = await way(payer, await aUser(server, '1.00 USD'))
  const [before, payouts] = [await payer.balance(currency), await paidOut()]
  const sent: (Move & { readonly key: string })[] = []
  for (const point of pointsOf(kind)) {
    if (!server.isRunning()) await server.start()
    const move = { ...(await next()), key: aKey() }
    sent.push(move)
    // Only this request reaches the point.
    for (const table of ['withdrawal', 'payment'] as const) await putOff(table)
    await crashAt(point, () => move.send(move.key))
  }
  await server.start()
  for (const table of ['withdrawal', 'payment'] as const) await bringOn(table)
  for (const { send, key } of sent) expect(await send(key)).toMatchObject({ status: expect.stringMatching(/^(ok|pending)$/) })
  await until(() => nothingOpen(payer))
  for (const { send, key } of sent) {
    const first = await send(key)
    expect(first).toMatchObject({ status: 'ok' })
    expect(await send(key)).toMatchObject({ status: 'ok', transaction_id: first.transaction_id })
  }
  const spent = sent.map(({ cost }) => parseDecimal(cost, currency)).reduce(add)
  expect(await payer.balance(currency)).toBe(toDecimal(subtract(parseDecimal(before, currency), spent)))
  expect(await paidOut()).toBe(payouts + (kind === 'withdrawal' ? sent.length : 0))
})

describe.each(['withdrawal', 'payment'] as const)('a %s', (kind) => {
  test('that was left open is paid once, though its worker is killed at every step', async () => {
    const payer = await aUser(server, '100.00 USD', '90000.00 RUB')
    const [way] = Object.values(WAYS[kind])
    const move = await (await way?.(payer, payer))?.next()
    if (!move) throw new Error('No way')
    const [key, payouts] = [aKey(), await paidOut()]
    await crashAt(`${kind}.committed`, () => move.send(key))
    for (const point of [...crashPoints(`${kind}.check.`), `${kind}.sent`, `${kind}.end.uncommitted`] as const) {
      await bringOn(kind)
      await crashAt(point, () => Promise.resolve())
    }
    await bringOn(kind)
    await server.start()
    await until(() => nothingOpen(payer))
    expect(await move.send(key)).toMatchObject({ status: 'ok' })
    expect(await payer.balance('USD')).toBe('90.00')
    expect(await paidOut()).toBe(payouts + (kind === 'withdrawal' ? 1 : 0))
  })
})

test('after a kill while the provider is silent, the wallet keeps the hold and ends the withdrawal as the provider says', async () => {
  const anna = await aUser(server, '100.00 USD')
  const [key, payouts] = [aKey(), await paidOut()]
  const asked = anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key }).catch(() => 'no answer')
  await until(async () => (await anna.balance('USD')) === '60.00')
  await server.kill()
  expect(await asked).toBe('no answer')
  await server.start()
  expect(await anna.balance('USD')).toBe('60.00')
  await until(() => nothingOpen(anna))
  expect(await anna.balance('USD')).toBe('60.00')
  expect(await paidOut()).toBe(payouts + 1)
  expect(await anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('60.00')
})
