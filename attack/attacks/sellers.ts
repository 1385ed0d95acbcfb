import { PIN, type TestUser } from '#tests/builders'
import { browserKeys, newEndpoint } from '#tests/push-device'
import { aShopOrder } from '#tests/shop'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client, type Reply } from '../client.ts'
import { asking, counts, howMany, somePhones, told, twoPeople } from '../people.ts'
import { differenceOf, stateOf } from '../state.ts'

const PATH = '/v2/wallet'

/** Sellers' codes: words that name another, amounts changed meanwhile; and all that sends money, by a stolen token. */
export const sellers: Attack = {
  name: 'sellers',
  isQuick: true,
  async run(scene) {
    return [...(await otherSellers(scene)), await withStolenToken(scene)]
  },
}

const NAMES = ['Sberbank', 'Tax Service', '<b>Your bank</b>', 'PayPal Support', 'Police']

/** Codes whose own words name somebody else, and quotes that are paid with another amount, from another account, or by another. */
async function otherSellers(scene: Scene): Promise<readonly Row[]> {
  const { target } = scene
  const [payer, other] = await twoPeople(scene)
  const { post, close } = asking(scene, payer)
  const shop = { url: target.side.url }
  const orders = await atOnce(NAMES.length, 1, (place) =>
    aShopOrder(shop, { format: 'pix', amount: '4.00', claimed_name: NAMES[place] ?? '' }),
  )
  const quotes = await atOnce(orders.length, 1, (place) => post('/payment/quote', { code: orders[place]?.code }))
  const spoofed = quotes.filter(({ text }) => NAMES.some((name) => text.includes(name))).length
  const named = counted('codes that name another seller than the provider does', {
    tries: quotes.length,
    through: spoofed,
    bar: '0 names that are the code’s own',
    note: `${counts(quotes)}; ${quotes[0]?.body.seller}`,
  })
  const quote_id = quotes[0]?.body.quote_id
  const [mine, euros, theirs] = [await payer.account('USD'), await payer.account('EUR'), await other.account('USD')]
  const terms = { quote_id, account_id: mine.id, pin: PIN }
  const changed = [
    ...['0.01', '3.99', '4.01', '400.00', '-4.00', '4e0'].map((amount) => ({ ...terms, amount })),
    { ...terms, from_amount: '0.01' },
    { ...terms, account_id: euros.id, from_amount: '0.01' },
    { ...terms, account_id: theirs.id },
    { ...terms, quote_id: 'none' },
  ]
  const replies = [...(await atOnce(changed.length, 1, (place) => post('/payment', changed[place])))]
  close()
  const stranger = asking(scene, other)
  replies.push(await stranger.post('/payment', { quote_id, account_id: theirs.id, pin: PIN }))
  stranger.close()
  const left = [await payer.balance('USD'), await payer.balance('EUR'), await other.balance('USD')].join(', ')
  const row = counted('amounts and accounts that are changed between quote and payment', {
    tries: replies.length,
    through: howMany(replies),
    bar: '0, and nothing has moved',
    note: `${counts(replies)}; balances ${left}`,
  })
  return [named, { ...row, isMet: row.isMet && left === '100.00, 100.00, 100.00' }]
}

/** Whatever moves money between people, or is told of it elsewhere, by somebody's token and without their PIN. */
async function withStolenToken(scene: Scene): Promise<Row> {
  const { target } = scene
  const [owner, thief] = await twoPeople(scene)
  const [mine, euros, theirs] = [await owner.account('USD'), await owner.account('EUR'), await thief.account('USD')]
  const asked = await thief.post(`${PATH}/request`, { account_id: theirs.id, amount: '5.00', to: { phone: owner.phone } })
  const request_id = (asked.request as { id: string }).id
  const quote = await owner.post(`${PATH}/payment/quote`, {
    code: (await aShopOrder({ url: target.side.url }, { format: 'pix', amount: '4.00' })).code,
  })
  const waiting = await owner.send('5.00', 'USD', { phone: somePhones(1)[0] ?? '' })
  const before = await stateOf(target, owner.phone)
  const { post, close } = asking(scene, owner)
  const transfer = { from_account_id: mine.id, to: { phone: thief.phone }, amount: '10.00' }
  const payment = { quote_id: quote.quote_id, account_id: mine.id }
  const taking = [
    await post('/transfer', transfer),
    await post('/transfer', { ...transfer, pin: '0000' }),
    await post('/transfer', { ...transfer, passkey: '{}' }),
    await post('/transfer', { ...transfer, to: { request_id }, amount: '5.00' }),
    await post('/transfer', { ...transfer, from_account_id: euros.id, protection_code: '1234' }),
    await post('/payment', payment),
    await post('/payment', { ...payment, pin: '0000' }),
    await post('/payment', { ...payment, passkey: '{}' }),
  ]
  const after = differenceOf(before, await stateOf(target, owner.phone))
  // What it may do: money only comes back, and what is told elsewhere has no amounts that the owner has hidden.
  const back = await post('/transfer/take-back', { transaction_id: waiting.transaction_id })
  const isBack = (await owner.balance('USD')) === '100.00'
  const pushed = await subscribeElsewhere(scene, owner)
  close()
  const row = counted('ways from a stolen token to money of people and sellers, without the PIN', {
    tries: taking.length,
    through: howMany(taking),
    bar: '0, nothing moved; what is taken back comes to its owner, and a push goes to a known service alone',
    note: `${counts(taking)}; taken back: ${told(back)}; push elsewhere: ${pushed.replies.map(told).join(', ')}; to a known service, with keys of one’s own: ${told(pushed.own)}${after && `; changed: ${after}`}`,
  })
  return { ...row, isMet: row.isMet && after === '' && back.status === 200 && isBack && howMany(pushed.replies) === 0 }
}

const KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

/** Subscriptions to hosts that are no push service, to this machine, and to the known one with keys that are none and with some. */
async function subscribeElsewhere(scene: Scene, { token }: TestUser): Promise<{ replies: Reply[]; own: Reply }> {
  const client = new Client(scene.target.side.url, '127.0.0.1')
  const { body } = await client.ask(`${PATH}/push`, { method: 'GET', token })
  const subscribe = (endpoint: string, keys: unknown): Promise<Reply> =>
    client.ask(`${PATH}/push/subscribe`, { token, body: { endpoint, keys, shows_amounts: true } })
  const endpoints = ['https://thief.example/push', 'http://127.0.0.1:5432/', 'file:///etc/passwd', 'https://[::1]/push']
  const replies = [...(await atOnce(endpoints.length, 1, (place) => subscribe(String(endpoints[place]), KEYS)))]
  const known = await newEndpoint({ url: scene.target.side.url }, String(body.public_key))
  replies.push(await subscribe(known, KEYS))
  // It hears of news, which whoever has a token reads anyway.
  const own = await subscribe(known, browserKeys().keys)
  client.close()
  return { replies, own }
}
