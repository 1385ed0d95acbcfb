import { randomUUID } from 'node:crypto'
import { type Forgery, type PaymentEventData, paymentEvent } from '#tests/vendors'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client, freshAddress } from '../client.ts'
import { somePeople } from '../people.ts'

/** Somebody says that they are the provider. */
export const webhooks: Attack = {
  name: 'webhooks',
  isQuick: true,
  async run(scene) {
    return [await forge(scene), await replay(scene)]
  },
}

const PATH = '/webhooks/payments'

type Forge = (told: PaymentEventData, place: number) => { body: string; headers: Record<string, string> }

const by =
  (forgery: Forgery): Forge =>
  (told) => {
    const { body, headers } = paymentEvent(told, forgery)
    return { body, headers: { ...headers } }
  }

/** The same fields in another order, as another program would write them. */
function reversed(body: string): string {
  const fields: object = JSON.parse(body)
  return JSON.stringify(Object.fromEntries(Object.entries(fields).reverse()))
}

const now = (): number => Math.floor(Date.now() / 1000)

// Each of them has to be refused, whatever it says.
const FORGERIES: readonly Forge[] = [
  by({ secret: 'another secret' }),
  by({ secret: '' }),
  by({ header: null }),
  by({ header: '' }),
  // By more than what a busy machine takes to send and to read it: 300 are let.
  by({ secondsOff: -310 }),
  by({ secondsOff: 330 }),
  by({ secondsOff: -86_400 }),
  by({ change: (body) => body.replace('5.00', '5000.00') }),
  by({ change: (body) => body.replace('USD', 'EUR') }),
  by({ change: (body) => `${body} ` }),
  by({ change: (body) => ` ${body}` }),
  by({ change: (body) => JSON.stringify(JSON.parse(body), null, 1) }),
  by({ change: reversed }),
  by({ change: (body) => body.replaceAll('"', '\\u0022') }),
  by({ change: (body) => body.replace('"status"', '"status":"failed","status"') }),
  by({ change: (body) => body.replace('{', '\u{feff}{') }),
  (told, place) => by({ header: `t=${now()},v1=${'0'.repeat(64 - String(place).length)}${place}` })(told, place),
  (told, place) => by({ header: `t=${now()},v1=` })(told, place),
  (told, place) => withHeader(told, place, (header) => header.replace(/t=\d+/, `t=${now() + 1 + (place % 200)}`)),
  (told, place) => withHeader(told, place, (header) => header.toUpperCase()),
  (told, place) => withHeader(told, place, (header) => `${header},v1=${'0'.repeat(64)}`),
  (told, place) => withHeader(told, place, (header) => header.replace('v1=', 'v0=')),
  (told, place) => withHeader(told, place, (header) => header.slice(0, -1)),
  (told, place) => withHeader(told, place, (header) => `t=1,${header}`),
]

function withHeader(told: PaymentEventData, _place: number, change: (header: string) => string): ReturnType<Forge> {
  const { body, headers } = paymentEvent(told)
  return { body, headers: { ...headers, 'sandbox-signature': change(headers['sandbox-signature'] ?? '') } }
}

/** An order of somebody new for 5.00 USD: what its provider tells once it is paid, and what that person has. */
export async function orderOf(scene: Scene): Promise<{ told: PaymentEventData; balance(): Promise<string> }> {
  const [person] = await somePeople(scene.target, 1)
  if (!person) throw new Error('There is nobody')
  const { order } = await person.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
  return {
    told: { order: String(order), status: 'complete', amount: '5.00', currency: 'USD' },
    balance: () => person.balance('USD'),
  }
}

async function forge(scene: Scene): Promise<Row> {
  const { told, balance } = await orderOf(scene)
  const client = new Client(scene.target.wallet.url, freshAddress())
  const tries = scene.isQuick ? 200 : 1000
  const replies = await atOnce(tries, 20, (place) => {
    const forgery = FORGERIES[place % FORGERIES.length] ?? by({ header: null })
    return client.ask(PATH, forgery(told, place))
  })
  client.close()
  const taken = replies.filter(({ status }) => status !== 401 && status !== 400)
  const row = counted(`forged webhooks of ${FORGERIES.length} kinds`, {
    tries,
    through: taken.length,
    bar: '0 taken, nothing credited',
    note: taken.length > 0 ? `statuses ${[...new Set(taken.map(({ status }) => status))].join(', ')}` : '',
  })
  return { ...row, isMet: row.isMet && (await balance()) === '0.00' }
}

async function replay(scene: Scene): Promise<Row> {
  const { told, balance } = await orderOf(scene)
  const client = new Client(scene.target.wallet.url, freshAddress())
  const tries = scene.isQuick ? 100 : 1000
  const { body, headers } = paymentEvent({ ...told, eventId: randomUUID() })
  await atOnce(tries, 20, () => client.ask(PATH, { body, headers: { ...headers } }))
  client.close()
  const credited = await balance()
  return {
    attack: 'one true webhook, sent again and again, 20 at once',
    tries,
    through: `${credited} USD of 5.00`,
    bar: 'credited once',
    isMet: credited === '5.00',
    note: '',
  }
}
