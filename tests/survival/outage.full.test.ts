import { expect, test } from 'vitest'
import { type Answer, aKey, aUser, until } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-wallet'
import { aLink, databaseName, LASTING_RATES, taken } from './outage.ts'

test.each(['silent', 'vanished'] as const)(
  'on a link that is %s every call is refused in time, and two seconds after its repair money moves',
  async (fault) => {
    const url = await createDatabase()
    const link = await aLink(url)
    const wallet = await ServerProcess.start(link.url(databaseName(url)), LASTING_RATES)
    const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
    const exchange = await anna.exchangeBody('1.00', 'USD', 'EUR')
    const keys = Array.from({ length: 12 }, aKey)
    const send = (key: string): Promise<Answer> => anna.post('/v2/wallet/exchange', exchange, { key })
    link.breakWith(fault)
    const askedAt = performance.now()
    const refused = await Promise.all([
      ...keys.map(send),
      ...keys.slice(0, 2).map((key) => anna.withdraw('1.00', 'USD', { key: `w-${key}` })),
      anna.post('/v2/wallet/top-up', { amount: '1.00', currency_code: 'USD' }),
      anna.get('/v2/wallet'),
      anna.get('/v2/wallet/transaction'),
    ])
    expect(performance.now() - askedAt).toBeLessThan(3000)
    for (const answer of refused) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
    link.mend()
    await until(async () => (await anna.post('/v2/wallet/exchange', exchange, { key: aKey() })).http === 200, 2)
    for (const key of keys) expect(await taken(() => send(key))).toMatchObject({ http: 200 })
    expect(await anna.balance('USD')).toBe('87.00')
    await wallet.kill()
    await link.close()
  },
  60_000,
)
