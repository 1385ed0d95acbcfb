import { PIN, readCode, TestUser } from '#tests/builders'
import { aShopOrder } from '#tests/shop'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client, type Reply } from '../client.ts'
import { AUTH, counts, somePeople } from '../people.ts'

/** Whoever has somebody's number and PIN, or changes one, wants everything out at once, to cards and people of their own. */
export const firstDay: Attack = {
  name: 'first-day',
  isQuick: true,
  async run(scene) {
    const rows: Row[] = []
    for (const way of WAYS) rows.push(await emptyBy(scene, way))
    rows.push(await byCurrencies(scene))
    return rows
  },
}

const DAY_SECONDS = 86_400
// What a level may withdraw in a day, and the fifth of it that goes out while something is new (FIRST_DAY_PERCENT).
const MOST = 2000
const CARD = '2200123456784821'

/** A way to be new: who tries to withdraw then, to which cards, and what is said of why. */
interface Way {
  readonly name: string
  readonly reason: 'device' | 'pin' | 'recipient'
  /** Whether to the owner's own card, which they have withdrawn to for long, more may go than to new ones. */
  readonly isCapForAll: boolean
  begin(scene: Scene, owner: TestUser): Promise<{ readonly thief: TestUser; readonly pin: string }>
}

const OTHER_PIN = '9073'

const WAYS: readonly Way[] = [
  {
    name: 'a new device, by the code and the PIN',
    reason: 'device',
    isCapForAll: true,
    begin: async ({ target }, owner) => ({ thief: await onNewDevice(target.side, owner.phone), pin: PIN }),
  },
  {
    name: 'the PIN was changed on the owner’s device',
    reason: 'pin',
    isCapForAll: true,
    async begin(_scene, owner) {
      await expectDone(owner.post(`${AUTH}/pin/change`, { pin_code: PIN, new_pin_code: OTHER_PIN }))
      return { thief: owner, pin: OTHER_PIN }
    },
  },
  {
    name: 'the PIN was reset by a code sent to the number',
    reason: 'pin',
    isCapForAll: true,
    async begin({ target }, owner) {
      await expectDone(owner.post(`${AUTH}/pin/send_code`, {}))
      const confirm_code = await readCode(target.side, owner.phone)
      await expectDone(owner.post(`${AUTH}/pin/reset`, { confirm_code, new_pin_code: OTHER_PIN }))
      return { thief: owner, pin: OTHER_PIN }
    },
  },
  {
    name: 'new cards alone, on the owner’s device',
    reason: 'recipient',
    isCapForAll: false,
    begin: async (_scene, owner) => ({ thief: owner, pin: PIN }),
  },
]

async function expectDone(answer: Promise<{ readonly status: string; readonly message: string }>): Promise<void> {
  const { status, message } = await answer
  if (status !== 'ok') throw new Error(message)
}

/** Without a cookie every sign-in is one on a new device. */
async function onNewDevice(side: { readonly url: string }, phone: string): Promise<TestUser> {
  const client = new Client(side.url, '127.0.0.1')
  await client.ask(`${AUTH}/send_code`, { body: { phone } })
  client.cookie = ''
  const { body } = await client.ask(`${AUTH}/login`, { body: { phone, confirm_code: await readCode(side, phone) } })
  client.close()
  return new TestUser(side, phone, String(body.auth_token))
}

/** All that somebody has is old: a card that they have withdrawn to, and the codes that were sent. */
async function aRegular({ target }: Scene): Promise<TestUser> {
  const [owner] = await somePeople(target, 1, '10000.00 USD', '10000.00 USD')
  if (!owner) throw new Error('There is nobody')
  await owner.withdraw('1.00', 'USD', { pan: CARD })
  await target.admin.query(
    `update known_recipient set first_used_at = first_used_at - interval '2 days'
      where user_id = (select id from wallet_user where phone = '+' || $1)`,
    [owner.phone],
  )
  await target.forget()
  return owner
}

async function emptyBy(scene: Scene, { name, reason, isCapForAll, begin }: Way): Promise<Row> {
  const { target } = scene
  const owner = await aRegular(scene)
  const { thief, pin } = await begin(scene, owner)
  const before = Number(await owner.balance('USD'))
  const client = new Client(target.side.url, '127.0.0.1')
  const withdraw = (amount: string, pan: string): Promise<Reply> =>
    client.ask('/v2/wallet/withdrawal', { token: thief.token, body: { amount, currency_code: 'USD', pan, pin } })
  const whole = await withdraw('9999.00', cardOf(0))
  const first = await withdraw('1.00', cardOf(0))
  const cards = [...Array.from({ length: 20 }, (_, place) => cardOf(place)), ...(isCapForAll ? [CARD, CARD] : [])]
  const replies = [
    whole,
    first,
    // Many at once, to as many cards; then others, from whoever still takes it.
    ...(await atOnce(cards.length, 20, (place) => withdraw('450.00', cards[place] ?? CARD))),
    ...(isCapForAll ? await byOtherWays(scene, thief, pin, client) : []),
  ]
  const gone = before - Number(await owner.balance('USD'))
  const until = await saidUntil(thief, whole, reason)
  const later = await dayAfter(scene, owner, () => withdraw('2000.01', cardOf(0)))
  client.close()
  const row = counted(`everything (20 000 USD) at once: ${name}`, {
    tries: replies.length,
    through: gone,
    most: MOST,
    bar: `≤ ${MOST} USD in a day, and it is said until when`,
    note: `${counts(replies)}; ${until.said}; a day later: ${later.status}`,
  })
  return { ...row, through: `${gone.toFixed(2)} USD`, isMet: row.isMet && gone > 0 && until.isSaid && later.status === 200 }
}

const cardOf = (place: number): string => `22009999${String(4000 + place).padStart(8, '0')}`

/** What goes to people and sellers counts together with what is withdrawn. */
async function byOtherWays({ target }: Scene, thief: TestUser, pin: string, client: Client): Promise<readonly Reply[]> {
  const [other] = await somePeople(target, 1, '1.00 USD')
  const { id: account_id } = await thief.account('USD')
  const post = (path: string, body: unknown): Promise<Reply> => client.ask(`/v2/wallet${path}`, { token: thief.token, body })
  const transfer = { from_account_id: account_id, to: { phone: other?.phone }, pin }
  const { code } = await aShopOrder({ url: target.side.url }, { format: 'pix', amount: '1900.00' })
  const { body } = await post('/payment/quote', { code })
  return [
    await post('/transfer', { ...transfer, amount: '1900.00' }),
    await post('/payment', { quote_id: body.quote_id, account_id, pin }),
    ...(await atOnce(10, 10, () => post('/transfer', { ...transfer, amount: '350.00' }))),
  ]
}

/** Whether a refusal, and the form before it, say why and until when. */
async function saidUntil(thief: TestUser, refused: Reply, reason: Way['reason']): Promise<{ isSaid: boolean; said: string }> {
  const seconds = Number(refused.body.retry_after)
  const isRefusalRight = refused.body.code === 'limit_first_day' && seconds > DAY_SECONDS - 600 && seconds <= DAY_SECONDS
  const { first_day } = await thief.get('/v2/wallet/withdrawal/recipients')
  const told = first_day as { readonly reason: string; readonly until: string } | undefined
  const hours = told ? (Date.parse(told.until) - Date.now()) / 3_600_000 : Number.NaN
  // Whether a card is new is known once it is given.
  const isFormRight = reason === 'recipient' ? told === undefined : told?.reason === reason && hours > 23.8 && hours <= 24
  return {
    isSaid: isRefusalRight && isFormRight,
    said: `refused for ${seconds} s; the form: ${told ? `${told.reason} for ${hours.toFixed(1)} h` : 'nothing is new but the card'}`,
  }
}

/** The same a day after: what was new is not, and what was withdrawn is of the day before. */
async function dayAfter({ target }: Scene, { phone }: TestUser, ask: () => Promise<Reply>): Promise<Reply> {
  const person = "(select id from wallet_user where phone = '+' || $1)"
  const day = "interval '25 hours'"
  for (const statement of [
    `update known_device set first_seen_at = first_seen_at - ${day} where user_id = ${person}`,
    `update pin set changed_at = changed_at - ${day} where user_id = ${person}`,
    `update known_recipient set first_used_at = first_used_at - ${day} where user_id = ${person}`,
  ])
    await target.admin.query(statement, [phone])
  return ask()
}

const OTHERS = ['EUR', 'GBP'] as const

/** What goes out by exchanging first is no more than without: it is counted in one currency. In turns, so that each currency has its try. */
async function byCurrencies(scene: Scene): Promise<Row> {
  const { target } = scene
  const owner = await aRegular(scene)
  const thief = await onNewDevice(target.side, owner.phone)
  const client = new Client(target.side.url, '127.0.0.1')
  const inDollars = new Map<string, number>([['USD', 1]])
  for (const currency of OTHERS) {
    await thief.post('/v2/wallet/accounts', { currency_code: currency })
    const exchange = await thief.exchangeBody('4000.00', 'USD', currency)
    await expectDone(thief.post('/v2/wallet/exchange', { ...exchange, pin: PIN }))
    inDollars.set(currency, 4000 / Number(exchange.to_amount))
  }
  const currencies = [...inDollars.keys()]
  const balances = async (): Promise<number[]> =>
    Promise.all(currencies.map(async (currency) => Number(await thief.balance(currency))))
  const before = await balances()
  const replies = await atOnce(36, 12, (place) =>
    client.ask('/v2/wallet/withdrawal', {
      token: thief.token,
      body: { currency_code: currencies[place % currencies.length], amount: '250.00', pin: PIN, pan: cardOf(place) },
    }),
  )
  const after = await balances()
  client.close()
  const gone = currencies.map((_, place) => (before[place] ?? 0) - (after[place] ?? 0))
  const worth = gone.reduce((sum, amount, place) => sum + amount * (inDollars.get(currencies[place] ?? '') ?? 0), 0)
  // What a cap of a currency allows is told in that currency: of the dearest it is worth most.
  const most = MOST * Math.max(...inDollars.values())
  const row = counted('the same from a new device, exchanged into other currencies first', {
    tries: replies.length,
    through: worth,
    most,
    bar: `≤ ${most.toFixed(0)} USD in all, whatever it was exchanged into`,
    note: `${currencies.map((currency, place) => `${gone[place]?.toFixed(2)} ${currency}`).join(', ')}; ${counts(replies)}`,
  })
  return { ...row, through: `${worth.toFixed(2)} USD`, isMet: row.isMet && worth > 0 }
}
