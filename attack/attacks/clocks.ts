import { join } from 'node:path'
import { PIN, readCode, type TestUser } from '#tests/builders'
import { environmentOfMachineClock, setMachineClock } from '#tests/fake-time'
import { paymentEvent } from '#tests/vendors'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { Client, type Reply } from '../client.ts'
import { AUTH, somePeople, told } from '../people.ts'
import { UNCOUNTED } from '../target.ts'
import { orderOf } from './webhooks.ts'

/** Clocks that are hours off: of the wallet's machine, and of the person's device, whose time a request may name. */
export const clocks: Attack = {
  name: 'clocks',
  isQuick: true,
  async run(scene) {
    return [await offByHours(scene)]
  },
}

const HOUR = 3600
const OFF = [-26 * HOUR, -5 * HOUR, 5 * HOUR, 26 * HOUR] as const
const OFF_QUICK = [-5 * HOUR, 5 * HOUR] as const

interface Check {
  readonly name: string
  /** Whether what came of it is as with a clock that is right. */
  isAsEver(place: Place): Promise<Reply | undefined>
}

/** A wallet whose machine's clock is off, and somebody whose device's is as well. */
interface Place {
  readonly scene: Scene
  readonly off: Client
  readonly person: TestUser
  readonly seconds: number
  /** The headers of a device that says what time it has. */
  readonly headers: Readonly<Record<string, string>>
}

/** Asks at the wallet that is off, as the person, whose device says its time. */
const asking = ({ off, person, headers }: Place, path: string, body?: unknown): Promise<Reply> =>
  off.ask(`/v2/wallet${path}`, { token: person.token, headers, body })

/** Nothing where it is so, else the answer. */
const unless = (isRight: boolean, reply: Reply): Reply | undefined => (isRight ? undefined : reply)

const CHECKS: readonly Check[] = [
  {
    name: 'a code that was sent there is good elsewhere',
    async isAsEver({ scene: { target }, off, person: { phone }, headers }) {
      await off.ask(`${AUTH}/send_code`, { body: { phone }, headers })
      const client = new Client(target.side.url, '127.0.0.1')
      const reply = await client.ask(`${AUTH}/login`, { body: { phone, confirm_code: await readCode(target.side, phone) } })
      client.close()
      return unless(reply.status === 200, reply)
    },
  },
  {
    name: 'a code that has run out is good there no more',
    async isAsEver({ scene: { target }, off, person: { phone }, headers }) {
      await target.admin.query('delete from attempt')
      await off.ask(`${AUTH}/send_code`, { body: { phone }, headers })
      await target.admin.query(
        "update phone_code set created_at = created_at - interval '4 minutes', expires_at = expires_at - interval '4 minutes' where phone = '+' || $1",
        [phone],
      )
      const confirm_code = await readCode(target.side, phone)
      const reply = await off.ask(`${AUTH}/login`, { body: { phone, confirm_code }, headers })
      return unless(reply.status !== 200, reply)
    },
  },
  {
    name: 'a session lives on',
    async isAsEver({ off, person: { token }, headers }) {
      const reply = await off.ask('/v2/wallet', { method: 'GET', token, headers })
      return unless(reply.status === 200, reply)
    },
  },
  {
    name: 'a rate of elsewhere buys there',
    async isAsEver(place) {
      const reply = await asking(place, '/exchange', await place.person.exchangeBody('1.00', 'USD', 'EUR'))
      return unless(reply.status === 200, reply)
    },
  },
  {
    name: 'a rate that has run out buys nothing there',
    async isAsEver(place) {
      const body = await place.person.exchangeBody('1.00', 'USD', 'EUR')
      const sheet = await anOldSheet(place.scene, place.person)
      const reply = await asking(place, '/exchange', { ...body, rate_id: `${sheet}.USD-EUR` })
      return unless(reply.body.code === 'rate_expired', reply)
    },
  },
  {
    name: 'a withdrawal is made, and is of now',
    async isAsEver(place) {
      const body = { amount: '1.00', currency_code: 'USD', pan: '2200123456784821', pin: PIN }
      const reply = await asking(place, '/withdrawal', body)
      const newest = await place.person.newest()
      const apart = Math.abs(Date.parse(String(newest?.created_at)) - Date.now())
      return unless(reply.status === 200 && apart < 30_000, reply)
    },
  },
  {
    name: 'a true event is taken',
    async isAsEver({ scene, off }) {
      const { told: event, balance } = await orderOf(scene)
      const { body, headers } = paymentEvent(event)
      const reply = await off.ask('/webhooks/payments', { body, headers: { ...headers } })
      return unless(reply.status === 200 && (await balance()) === '5.00', reply)
    },
  },
  {
    name: 'an event is refused whose time is the wrong clock’s',
    async isAsEver({ scene, off, seconds }) {
      const { told: event, balance } = await orderOf(scene)
      const { body, headers } = paymentEvent(event, { secondsOff: seconds })
      const reply = await off.ask('/webhooks/payments', { body, headers: { ...headers } })
      return unless(reply.status === 401 && (await balance()) === '0.00', reply)
    },
  },
]

async function offByHours(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const otherwise: string[] = []
  let tries = 0
  for (const seconds of isQuick ? OFF_QUICK : OFF) {
    const file = join(target.folder, `clock-${seconds}`)
    setMachineClock(file, seconds)
    const settings = { ...UNCOUNTED, SERVES_PAGE: 'off', ...(await environmentOfMachineClock(file)) }
    const wallet = await target.startAnother(settings)
    const off = new Client(wallet.url, '127.0.0.1')
    const [person] = await somePeople(target, 1, '100.00 USD', '1.00 EUR')
    if (!person) throw new Error('There is nobody')
    const time = new Date(Date.now() + seconds * 1000).toUTCString()
    const headers = { date: time, 'if-modified-since': time, 'x-client-time': time }
    await target.forget()
    for (const { name, isAsEver } of CHECKS) {
      tries += 1
      const found = await isAsEver({ scene, off, person, seconds, headers })
      if (found) otherwise.push(`${seconds / HOUR} h: ${name}: ${told(found)}`)
    }
    off.close()
    await wallet.stop()
  }
  return counted(
    `a machine's and a device's clock, off by ${(isQuick ? OFF_QUICK : OFF).map((each) => each / HOUR).join(', ')} hours`,
    {
      tries,
      through: otherwise.length,
      bar: '0 differences to clocks that are right',
      note: otherwise.slice(0, 4).join('; '),
    },
  )
}

/** The id of a sheet of rates that has run out four minutes ago. */
async function anOldSheet({ target }: Scene, person: TestUser): Promise<string> {
  await person.rate('USD', 'EUR')
  const { rows } = await target.admin.query<{ id: string }>(
    `insert into rate_sheet (id, issued_at, taken_at, rates)
      select gen_random_uuid(), issued_at - interval '5 minutes', taken_at - interval '5 minutes', rates
      from rate_sheet order by issued_at desc limit 1 returning id`,
  )
  return rows[0]?.id ?? ''
}
