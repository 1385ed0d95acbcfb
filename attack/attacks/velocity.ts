import { PIN, type TestUser } from '#tests/builders'
import { aShopOrder } from '#tests/shop'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, type Reply } from '../client.ts'
import { asking, counts, somePeople } from '../people.ts'

/** Whoever has just got much passes it on before anybody can look: by every way out, and through other currencies. */
export const velocity: Attack = {
  name: 'velocity',
  isQuick: true,
  async run(scene) {
    const rows: Row[] = []
    for (const way of WAYS) rows.push(await passOn(scene, way))
    rows.push(await throughCurrencies(scene), await puppets(scene), await manyCases(scene))
    return rows
  },
}

// All of it has just come in, and from four fifths on it is held (VELOCITY_OUT_PERCENT); what is not is let out by the caps of a day.
const CAME_IN = 9000
const HELD_FROM = (CAME_IN * 80) / 100

type Post = (path: string, body: unknown) => Promise<Reply>

/** A way out for somebody's money: what they ask, of whom, for so much. */
interface Way {
  readonly name: string
  begin(scene: Scene, mule: TestUser): Promise<(post: Post, accountId: string, amount: string) => Promise<Reply>>
}

const requestOf = async (mule: TestUser, terms: Record<string, unknown>): Promise<{ id: string; code: string }> => {
  const { id: account_id } = await mule.account('USD')
  return (await mule.post('/v2/wallet/request', { account_id, ...terms })).request as { id: string; code: string }
}

const sending =
  (to: Record<string, unknown>) =>
  (post: Post, from_account_id: string, amount: string): Promise<Reply> =>
    post('/transfer', { from_account_id, to, amount, pin: PIN })

const WAYS: readonly Way[] = [
  { name: 'by number', begin: async (_scene, { phone }) => sending({ phone }) },
  { name: 'by a link', begin: async (_scene, mule) => sending({ code: (await requestOf(mule, { is_collect: true })).code }) },
  {
    name: 'by one’s own code',
    begin: async (_scene, mule) => sending({ code: (await mule.post('/v2/wallet/pay-code')).code }),
  },
  {
    name: 'to cards',
    begin: async () => (post, _account, amount) =>
      post('/withdrawal', { amount, currency_code: 'USD', pan: '2200123456784821', pin: PIN }),
  },
  {
    name: 'to sellers',
    begin:
      async ({ target }) =>
      async (post, account_id, amount) => {
        const { code } = await aShopOrder({ url: target.side.url }, { format: 'pix', amount })
        const { body } = await post('/payment/quote', { code })
        return post('/payment', { quote_id: body.quote_id, account_id, pin: PIN })
      },
  },
]

/** Somebody who has just got 9 000 USD, who is known to whoever gets it next: a cap on what is new is not in the way of it. */
async function aThief({ target }: Scene): Promise<{ readonly thief: TestUser; readonly mule: TestUser }> {
  const [thief] = await somePeople(target, 1, '10.00 USD')
  const [mule] = await somePeople(target, 1, '1.00 USD')
  if (!(thief && mule)) throw new Error('There is nobody')
  await thief.send('1.00', 'USD', { phone: mule.phone })
  await thief.withdraw('1.00', 'USD')
  const { code, currency } = await aShopOrder({ url: target.side.url }, { format: 'pix', amount: '1.00' })
  const { quote_id } = await thief.post('/v2/wallet/payment/quote', { code })
  await thief.post('/v2/wallet/payment', { quote_id, account_id: (await thief.account(currency)).id, pin: PIN })
  const person = "(select id from wallet_user where phone = '+' || $1)"
  const days = "interval '9 days'"
  for (const statement of [
    `update known_recipient set first_used_at = first_used_at - ${days} where user_id = ${person}`,
    `update p2p set created_at = created_at - ${days} where sender_id = ${person}`,
    `delete from first_day_use where user_id = ${person}`,
  ])
    await target.admin.query(statement, [thief.phone])
  await target.admin.query(`update wallet_user set registered_at = registered_at - ${days} where phone = '+' || $1`, [mule.phone])
  // With the ten that they had.
  await thief.topUp(`${CAME_IN - 10}.00`, 'USD')
  await target.forget()
  return { thief, mule }
}

/** What has left somebody and is held by nobody of ours any more, in parts of a currency. */
async function goneFrom({ target }: Scene, { phone }: TestUser): Promise<number> {
  const { rows } = await target.admin.query<{ gone: string }>(
    `select coalesce(-sum(amount_minor), 0)::text as gone from operation_leg
      join operation on operation.id = operation_leg.operation_id
      where user_id = (select id from wallet_user where phone = '+' || $1) and currency = 'USD' and amount_minor < -10000
        and kind in ('p2p', 'withdrawal', 'payment') and state not in ('held', 'checking', 'failed', 'returned', 'taken_back')`,
    [phone],
  )
  return Number(rows[0]?.gone ?? 0) / 100
}

async function passOn(scene: Scene, { name, begin }: Way): Promise<Row> {
  const { thief, mule } = await aThief(scene)
  const way = await begin(scene, mule)
  const { post, close } = asking(scene, thief)
  const { id } = await thief.account('USD')
  // In parts, four at once, so that each is small.
  const replies = await atOnce(10, 4, () => way(post, id, '900.00'))
  close()
  const gone = await goneFrom(scene, thief)
  const row = counted(`${CAME_IN} USD that have just come in, passed on ${name}`, {
    tries: replies.length,
    through: gone,
    most: HELD_FROM - 1,
    bar: `< ${HELD_FROM} USD; the rest is held`,
    note: counts(replies),
  })
  return { ...row, through: `${gone.toFixed(2)} USD`, isMet: row.isMet && gone > 0 }
}

/** The same by three currencies, to a card and a person in each. */
async function throughCurrencies(scene: Scene): Promise<Row> {
  const { thief, mule } = await aThief(scene)
  const replies: Reply[] = []
  const { post, close } = asking(scene, thief)
  for (const currency of ['EUR', 'GBP'] as const) {
    await thief.post('/v2/wallet/accounts', { currency_code: currency })
    await thief.post('/v2/wallet/exchange', { ...(await thief.exchangeBody('2900.00', 'USD', currency)), pin: PIN })
  }
  for (const currency of ['USD', 'EUR', 'GBP']) {
    const { id, balance } = await thief.account(currency)
    const half = (Number(balance) / 2 - 1).toFixed(2)
    replies.push(await post('/withdrawal', { amount: half, currency_code: currency, pan: '2200123456784821', pin: PIN }))
    replies.push(await sending({ phone: mule.phone })(post, id, half))
  }
  close()
  const held = await heldOf(scene, thief)
  const row = counted(`${CAME_IN} USD that have just come in, exchanged into two currencies and passed on in three`, {
    tries: replies.length,
    through: replies.length - held,
    most: replies.length - 1,
    bar: 'from four fifths on it is held, whatever currency it is in',
    note: counts(replies),
  })
  return { ...row, isMet: row.isMet && held > 0 }
}

async function heldOf({ target }: Scene, { phone }: TestUser): Promise<number> {
  const { rows } = await target.admin.query<{ held: string }>(
    `select count(*)::text as held from operation join operation_leg on operation_leg.operation_id = operation.id and leg = 0
      where user_id = (select id from wallet_user where phone = '+' || $1) and state in ('held', 'checking')`,
    [phone],
  )
  return Number(rows[0]?.held ?? 0)
}

/** Puppets that send a little, with a code, and take it back: does an honest transfer to the same number have to wait for the operator? */
async function puppets(scene: Scene): Promise<Row> {
  const [victim, honest] = await somePeople(scene.target, 2, '100.00 USD')
  const all = await somePeople(scene.target, 8, '10.00 USD')
  if (!(victim && honest)) throw new Error('There is nobody')
  for (const puppet of all) {
    const { transaction_id } = await puppet.send('1.00', 'USD', { phone: victim.phone }, { protection_code: '4711' })
    await puppet.post('/v2/wallet/transfer/take-back', { transaction_id })
  }
  const { status } = await honest.send('50.00', 'USD', { phone: victim.phone })
  return counted('honest transfers held because of puppets that have taken back what they sent', {
    tries: all.length,
    through: status === 'ok' ? 0 : 1,
    bar: '0',
    note: `the honest one: ${status}`,
  })
}

/** How much the operator has to look at, of one sender who has a hundred small transfers held. */
async function manyCases(scene: Scene): Promise<Row> {
  const { thief, mule } = await aThief(scene)
  const { post, close } = asking(scene, thief)
  const { id } = await thief.account('USD')
  const way = sending({ phone: mule.phone })
  await way(post, id, '8000.00')
  const replies = await atOnce(scene.isQuick ? 10 : 100, 5, () => way(post, id, '1.00'))
  close()
  const { rows } = await scene.target.admin.query<{ cases: string }>(
    `select count(*)::text as cases from operator_case
      join operation_leg on operation_leg.operation_id = operator_case.operation_id and leg = 0
      where resolved_at is null and user_id = (select id from wallet_user where phone = '+' || $1)`,
    [thief.phone],
  )
  return counted('cases that one sender opens by small transfers that are held', {
    tries: replies.length,
    through: Number(rows[0]?.cases ?? 0),
    most: 1,
    bar: '1',
    note: counts(replies),
  })
}
