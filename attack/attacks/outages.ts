import { setTimeout as pause } from 'node:timers/promises'
import { PIN, type TestUser, until } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { Client, type Reply } from '../client.ts'
import { counts, somePeople, told } from '../people.ts'

/** The payout provider is away while PINs are asked for: that costs nobody a try, and tells nobody whether one was right. */
export const outages: Attack = {
  name: 'outages',
  isQuick: true,
  async run(scene) {
    // One of its own: a process leaves a provider alone that did not answer.
    const wallet = await scene.target.startAnother({ SERVES_PAGE: 'off' })
    const client = new Client(wallet.url, '127.0.0.1')
    try {
      return [await triesLeft(scene, client), await tellApart(scene, client)]
    } finally {
      scene.target.vendors.misbehave(undefined)
      client.close()
      await wallet.stop()
    }
  },
}

const KINDS = ['down', 'refused', 'failed', 'garbled', 'stalled'] as const
type Kind = (typeof KINDS)[number]

/** Not those that take as long as an answer is waited for, where it is to go quickly. */
const kindsOf = ({ isQuick }: Scene): readonly Kind[] => KINDS.filter((kind) => !(isQuick && kind === 'stalled'))

const WRONG = '0000'
// So many in a row, and a session's PIN is blocked.
const WRONG_LET = 5
// As long as a provider is left alone, and a little more.
const REST_MS = 1200

/** Has only the calls of payouts go wrong. */
function breakPayouts({ target }: Scene, kind: Kind): void {
  target.vendors.misbehave((path) => (path.includes('/payouts/') ? kind : undefined))
}

let cards = 0
/** A card that no vault has seen. */
function freshCard(): string {
  cards += 1
  return `22001234${String(cards).padStart(8, '0')}`
}

interface Withdrawal {
  readonly pin: string
  readonly amount?: string
  readonly pan?: string
}

const withdrawOf =
  (client: Client, { token }: TestUser) =>
  ({ pin, amount = '1.00', pan = freshCard() }: Withdrawal): Promise<Reply> =>
    client.ask('/v2/wallet/withdrawal', { token, body: { amount, currency_code: 'USD', pan, pin } })

async function wrongPins({ target }: Scene, { phone }: TestUser): Promise<number> {
  const { rows } = await target.admin.query<{ count: number }>(
    "select count(*)::integer as count from pin_failure join wallet_user on wallet_user.id = user_id where phone = '+' || $1",
    [phone],
  )
  return Number(rows[0]?.count ?? 0)
}

/** An outage of every kind, each with as many tries as block a PIN when they are wrong: the owner's right one counts as right after them all. */
async function triesLeft(scene: Scene, client: Client): Promise<Row> {
  const [owner] = await somePeople(scene.target, 1, '100.00 USD')
  if (!owner) throw new Error('There is nobody')
  const withdraw = withdrawOf(client, owner)
  const replies: Reply[] = []
  for (const kind of kindsOf(scene)) {
    breakPayouts(scene, kind)
    for (let time = 0; time < WRONG_LET; time += 1) replies.push(await withdraw({ pin: PIN }))
    scene.target.vendors.misbehave(undefined)
    await pause(REST_MS)
  }
  const cost = await wrongPins(scene, owner)
  let last: Reply | undefined
  await until(async () => {
    last = await withdraw({ pin: PIN })
    return last.status === 200
  }, 20).catch(() => undefined)
  const row = counted('right PINs while the payout provider is away, in outages of every kind: tries that they cost the owner', {
    tries: replies.length,
    through: cost,
    bar: '0 tries, the owner withdraws right after them',
    note: `${counts(replies)}; afterwards: ${last ? told(last) : 'nothing'}`,
  })
  return { ...row, isMet: row.isMet && last?.status === 200 }
}

// Of 100.00: what could be paid, more than there is, and more than anybody may withdraw in a day.
const AMOUNTS = ['1.00', '100.01', '999999.00'] as const

/** While the provider is away, and while it is there, a right PIN and a wrong one are answered alike wherever nothing is paid. */
async function tellApart(scene: Scene, client: Client): Promise<Row> {
  const { target } = scene
  const [first, second] = await somePeople(target, 2, '100.00 USD', '1.00 EUR')
  if (!(first && second)) throw new Error('There is nobody')
  const right = withdrawOf(client, first)
  const wrong = withdrawOf(client, second)
  const differences: string[] = []
  let tries = 0
  const compare = async (amount: string, during: string): Promise<void> => {
    const [one, other] = [await right({ pin: PIN, amount }), await wrong({ pin: WRONG, amount })]
    tries += 1
    const [said, saidOther] = [one, other].map(whatIsSaid)
    if (said !== saidOther || one.status === 200) differences.push(`${amount} ${during}: ${told(one)} or ${told(other)}`)
  }
  for (const kind of kindsOf(scene)) {
    for (const amount of AMOUNTS) {
      breakPayouts(scene, kind)
      await compare(amount, kind)
      target.vendors.misbehave(undefined)
      await pause(REST_MS)
    }
  }
  // What is refused for its amount is refused so whatever the PIN is.
  for (const amount of AMOUNTS.slice(1)) await compare(amount, 'in order')
  const cost = await wrongPins(scene, second)
  const row = counted('a right PIN and a wrong one, below and above limits, while the provider is away: answers that differ', {
    tries,
    through: differences.length,
    bar: '0 differ, and no wrong one could be tried',
    note: [...differences.slice(0, 3), `${cost} compared`].join('; '),
  })
  return { ...row, isMet: row.isMet && cost === 0 }
}

/** An answer without what is another each time. */
function whatIsSaid({ status, body }: Reply): string {
  const { request_id: _id, ...said } = body
  return `${status} ${JSON.stringify(said)}`
}
