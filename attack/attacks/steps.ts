import { decidePayment, freshPhone, PIN, readCode, until } from '#tests/builders'
import { type Attack, counted, type Scene } from '../attack-test.ts'
import { atOnce, Client, type Reply } from '../client.ts'
import { AUTH, PERSON } from '../people.ts'

const STEPS = ['register', 'confirm', 'set a PIN', 'top up', 'withdraw'] as const
type Step = (typeof STEPS)[number]

/** What has to be done before each step. */
const NEEDS: Readonly<Record<Step, readonly Step[]>> = {
  register: [],
  confirm: ['register'],
  'set a PIN': ['confirm'],
  'top up': ['confirm'],
  withdraw: ['confirm', 'set a PIN', 'top up'],
}

/** The steps from nothing to a withdrawal, in every order that there is. */
export const steps: Attack = {
  name: 'steps',
  isQuick: true,
  async run(scene: Scene) {
    const all = scene.isQuick ? scene.random.shuffled(orders(STEPS)).slice(0, 12) : orders(STEPS)
    const wrong: string[] = []
    let whole = 0
    await atOnce(all.length, 4, async (place) => {
      const order = all[place] ?? []
      const walk = new Walk(scene)
      const done = new Set<Step>()
      for (const step of order) {
        const isAllowed = NEEDS[step].every((needed) => done.has(needed))
        const isDone = await walk.take(step)
        if (isDone) done.add(step)
        if (isDone !== isAllowed) wrong.push(`${step} in ${order.join(', ')}: ${isDone ? 'done' : 'refused'}`)
      }
      if (done.size === STEPS.length) whole += 1
      walk.close()
    })
    const row = counted('the steps from nothing to a withdrawal, in every order', {
      tries: all.length,
      through: wrong.length,
      bar: 'each step only after what it needs',
      note: [`${whole} orders came to the end`, ...wrong.slice(0, 3)].join('; '),
    })
    return [row]
  },
}

function orders(items: readonly Step[]): readonly (readonly Step[])[] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) => orders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))
}

/** Somebody who begins with nothing, and takes steps. */
class Walk {
  private readonly phone = freshPhone()
  private readonly client: Client
  private readonly side: { readonly url: string }
  private token = 'A'.repeat(43)

  constructor({ target: { side } }: Scene) {
    this.side = side
    this.client = new Client(side.url, '127.0.0.1')
  }

  close(): void {
    this.client.close()
  }

  /** Takes a step; whether it was done. */
  async take(step: Step): Promise<boolean> {
    const { status } = await this.begin(step)
    return status === 200
  }

  private async begin(step: Step): Promise<Pick<Reply, 'status'>> {
    const { phone, token, client } = this
    if (step === 'register') return client.ask(`${AUTH}/register`, { body: { ...PERSON, phone } })
    if (step === 'confirm') return this.confirm()
    if (step === 'set a PIN') return client.ask(`${AUTH}/register/set/pin`, { token, body: { pin_code: PIN } })
    if (step === 'top up') return this.topUp()
    const body = { amount: '1.00', currency_code: 'USD', pan: '2200123456784821', pin: PIN }
    return client.ask('/v2/wallet/withdrawal', { token, body })
  }

  private async confirm(): Promise<Pick<Reply, 'status'>> {
    const { phone } = this
    const confirm_code = await readCode(this.side, phone).catch(() => '0000')
    const reply = await this.client.ask(`${AUTH}/register/phone/confirm`, { body: { phone, confirm_code } })
    if (reply.status === 200) this.token = String(reply.body.auth_token)
    return reply
  }

  private async topUp(): Promise<Pick<Reply, 'status'>> {
    const { token, client } = this
    const reply = await client.ask('/v2/wallet/top-up', { token, body: { amount: '50.00', currency_code: 'USD' } })
    if (reply.status !== 200) return reply
    const order = String(reply.body.order)
    await decidePayment(this.side, order, 'pay')
    const path = `/v2/wallet/top-up/status?order=${order}`
    await until(async () => (await client.ask(path, { method: 'GET', token })).body.status === 'complete', 15)
    return reply
  }
}
