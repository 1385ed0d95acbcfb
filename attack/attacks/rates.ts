import type { TestUser } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { Client, type Reply } from '../client.ts'
import { counts, told, twoPeople } from '../people.ts'
import { type Twist, twistRates } from '../twisted-rates.ts'

/** The first rates that a wallet is told after its start are absurd: held against those that were believed last. */
export const rates: Attack = {
  name: 'rates',
  isQuick: true,
  async run(scene) {
    return [await absurdAtFirst(scene)]
  },
}

const by =
  (factor: number): Twist =>
  (rate) =>
    (Number(rate) * factor).toFixed(12)

const DAY_SECONDS = 86_400

/** What is told at first, and how old it is said to be. */
const TWISTS: readonly (readonly [name: string, twist: Twist, secondsOlder: number])[] = [
  ['a hundred times as much', by(100), 0],
  ['a hundredth', by(0.01), 0],
  ['a quarter more', by(1.25), 0],
  ['a quarter less', by(0.75), 0],
  ['nothing', () => '0', 0],
  ['less than nothing', (rate) => `-${rate}`, 0],
  ['no number', () => 'NaN', 0],
  ['in powers of ten', () => '1e3', 0],
  ['one for one', () => '1', 0],
  ['right ones of five days ago', (rate) => rate, 5 * DAY_SECONDS],
  ['right ones of five days ahead', (rate) => rate, -5 * DAY_SECONDS],
]

async function absurdAtFirst(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const [anna] = await twoPeople(scene)
  await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
  // These are believed, and stay in the database.
  const fair = await anna.rate('USD', 'EUR')
  const twisted = await twistRates(target.vendors)
  const offered: string[] = []
  const replies: Reply[] = []
  const notBack: string[] = []
  try {
    for (const [name, twist, secondsOlder] of isQuick ? TWISTS.filter((_, place) => place % 3 === 0) : TWISTS) {
      twisted.twist(twist, secondsOlder)
      const wallet = await target.startAnother({ SANDBOX_URL: twisted.url, SERVES_PAGE: 'off' })
      const client = new Client(wallet.url, '127.0.0.1')
      const reply = await ratesAt(client, anna)
      replies.push(reply)
      if (reply.status === 200) offered.push(name)
      // The feed is in order again: so are the rates.
      twisted.twist((rate) => rate)
      const later = await ratesAt(client, anna)
      if (later.status !== 200 || !isNear(later, fair.quantity_out)) notBack.push(`${name}: ${told(later)}`)
      client.close()
      await wallet.stop()
    }
  } finally {
    await twisted.close()
  }
  const { rows } = await target.admin.query<{ kind: string }>(
    "select kind from operator_case where kind in ('rate_jumped', 'rates_stale') and resolved_at is null order by kind",
  )
  const cases = rows.map(({ kind }) => kind).join(', ')
  const row = counted('absurd rates, the first that a wallet is told after its start', {
    tries: replies.length,
    through: offered.length,
    bar: '0 offered to anybody; right ones afterwards are; the operator is asked',
    note: [counts(replies), `cases: ${cases}`, ...offered, ...notBack].join('; '),
  })
  return { ...row, isMet: row.isMet && notBack.length === 0 && cases.includes('rate_jumped') }
}

const ratesAt = (client: Client, { token }: TestUser): Promise<Reply> => client.ask('/v2/wallet/exchange/rates', { token })

/** Whether a reply's price of a dollar in euros is within a tenth of what it was. */
function isNear({ body }: Reply, before: string): boolean {
  const all = body.rates as readonly { from_currency_code: string; to_currency_code: string; quantity_out: string }[]
  const now = all.find((rate) => rate.from_currency_code === 'USD' && rate.to_currency_code === 'EUR')
  return now !== undefined && Math.abs(Number(now.quantity_out) / Number(before) - 1) < 0.1
}
