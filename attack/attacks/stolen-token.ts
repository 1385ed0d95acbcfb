import type { TestUser } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, type Client, type Reply } from '../client.ts'
import { AUTH, counts, somePeople } from '../people.ts'

/** Whoever has somebody's token, and neither the PIN nor the phone. */
export const stolenToken: Attack = {
  name: 'stolen-token',
  isQuick: true,
  async run(scene) {
    return [await exchangeAway(scene), await takeOver(scene)]
  },
}

const EXCHANGES = 300

/** Exchanges the whole balance there and back, ten at once, as long as it is let. */
async function exchangeAway(scene: Scene): Promise<Row> {
  const { target } = scene
  const [owner] = await somePeople(target, 1, '1000.00 USD', '1000.00 EUR')
  if (!owner) throw new Error('There is nobody')
  const before = await worth(owner)
  const [there, back] = [await owner.exchangeBody('900.00', 'USD', 'EUR'), await owner.exchangeBody('800.00', 'EUR', 'USD')]
  const thief = target.stranger()
  const since = performance.now()
  const replies = await atOnce(EXCHANGES, 10, (place) =>
    thief.ask('/v2/wallet/exchange', { token: owner.token, body: place % 2 === 0 ? there : back }),
  )
  thief.close()
  const after = await worth(owner)
  const lost = (100 * (before - after)) / before
  return {
    attack: 'exchanges there and back with a stolen token, without the PIN',
    tries: EXCHANGES,
    through: `${replies.filter(({ status }) => status === 200).length} exchanges, ${lost.toFixed(2)} % of the balance`,
    bar: '≤ 2 % of the balance',
    isMet: lost <= 2 && replies.every(({ status }) => status > 0 && status < 500),
    note: `in ${((performance.now() - since) / 1000).toFixed(1)} s; ${counts(replies)}`,
  }
}

/** What somebody has, in dollars at a rate of that moment. */
async function worth(user: TestUser): Promise<number> {
  const { quantity_out } = await user.rate('EUR', 'USD')
  return Number(await user.balance('USD')) + Number(await user.balance('EUR')) * Number(quantity_out)
}

interface Step {
  readonly name: string
  /** Whether it would be a way to the money, or to the wallet. */
  readonly isTaking: boolean
  take(): Promise<Reply>
}

/** Everything that could turn a token into the wallet or its money, and what it may do by the way. */
async function takeOver({ target }: Scene): Promise<Row> {
  const [owner] = await somePeople(target, 1, '100.00 USD')
  if (!owner) throw new Error('There is nobody')
  const thief = target.stranger()
  const steps = stepsOf(thief, owner)
  const outcomes: { name: string; isTaking: boolean; said: string; isDone: boolean }[] = []
  for (const { name, isTaking, take } of steps) {
    const { status, body } = await take()
    outcomes.push({ name, isTaking, said: String(body.code ?? status), isDone: status === 200 })
  }
  thief.close()
  const taken = outcomes.filter(({ isTaking, isDone }) => isTaking && isDone)
  const allowed = outcomes.filter(({ isTaking, isDone }) => !isTaking && isDone)
  const isSame = (await owner.balance('USD')) === '100.00'
  return {
    ...counted('ways from a stolen token to the money or the wallet, without the PIN', {
      tries: outcomes.filter(({ isTaking }) => isTaking).length,
      through: taken.length,
      bar: '0',
      note: `refused: ${outcomes
        .filter(({ isDone }) => !isDone)
        .map(({ name, said }) => `${name} (${said})`)
        .join(', ')}; done: ${allowed.map(({ name }) => name).join(', ')}${taken.map(({ name }) => `; TAKEN: ${name}`).join('')}`,
    }),
    isMet: taken.length === 0 && isSame,
  }
}

function stepsOf(thief: Client, { token }: TestUser): readonly Step[] {
  const post = (path: string, body?: unknown) => () => thief.ask(`/v2/wallet${path}`, { token, body })
  const get = (path: string) => () => thief.ask(`/v2/wallet${path}`, { token, method: 'GET' })
  const pay = { amount: '1.00', currency_code: 'USD', pan: '2200123456784821' }
  const auth = AUTH.slice('/v2/wallet'.length)
  // Not the owner's.
  const other = '0000'
  const taking: [string, () => Promise<Reply>][] = [
    ['set a first PIN', post(`${auth}/register/set/pin`, { pin_code: other })],
    ['change the PIN', post(`${auth}/pin/change`, { pin_code: other, new_pin_code: '9073' })],
    ['a new PIN by a code', post(`${auth}/pin/reset`, { confirm_code: '0000', new_pin_code: '9073' })],
    ['withdraw without a PIN', post('/withdrawal', pay)],
    ['withdraw with a guessed PIN', post('/withdrawal', { ...pay, pin: other })],
    ['confirm an e-mail of one’s own', post(`${auth}/email/confirm`, { email: 'thief@mail.example', email_code: '000000' })],
    ['add a passkey', post('/passkeys/start', {})],
    ['add a passkey with a guessed PIN', post('/passkeys/start', { pin: other })],
    ['close the wallet', post('/profile/close', { confirm_code: '0000', pin_code: other })],
  ]
  const others: [string, () => Promise<Reply>][] = [
    ['read the profile', get(`${auth}/info`)],
    ['read what was done', get('/transaction?limit=1')],
    ['read the sessions', get(`${auth}/sessions`)],
    ['have an e-mail sent to oneself', post(`${auth}/email/send_code`, { email: 'thief@mail.example' })],
    ['take all personal data (the owner is told)', get('/profile/data')],
    ['end all other sessions', post(`${auth}/sessions/end`, {})],
    ['freeze the wallet', post(`${auth}/freeze`)],
  ]
  return [
    ...taking.map(([name, take]) => ({ name, isTaking: true, take })),
    ...others.map(([name, take]) => ({ name, isTaking: false, take })),
    {
      name: 'end the freeze',
      isTaking: true,
      take: post(`${auth}/unfreeze`, { confirm_code: '0000', pin_code: other }),
    },
  ]
}
