import { ask, PIN, type TestUser } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import type { Attack, Row, Scene } from '../attack-test.ts'
import { atOnce, Client, type Reply } from '../client.ts'
import { AUTH, newestCodes, not, PERSON, setTaken, somePeople, somePhones } from '../people.ts'
import { separationOf } from '../rank.ts'

const BAR_AUC = 0.55

/** Of each of these calls the time of its answer is held against whether the number has a wallet. */
interface Timed {
  readonly attack: string
  /** What goes before each turn, in which every number is asked about once. */
  prepare(turn: number): Promise<unknown>
  ask(client: Client, phone: string): Promise<Reply>
}

/** The numbers that are asked about, and what is known of them. */
interface Numbers {
  readonly owners: readonly string[]
  readonly nobodys: readonly string[]
  readonly all: readonly string[]
  /** By number: the newest code that it was sent. */
  readonly codes: Map<string, string>
  /** By number: work that was done for it. */
  readonly proofs: Map<string, string>
}

/** Whoever times answers learns who has a wallet, or does not: register, send_code, login, confirm, recover, in every state of a number. */
export const enumeration: Attack = {
  name: 'enumeration',
  isQuick: true,
  async run(scene) {
    const { target, isQuick } = scene
    const count = isQuick ? 10 : 125
    const rounds = isQuick ? 4 : 8
    const people = await somePeople(target, count)
    const owners = people.map(({ phone }) => phone)
    const nobodys = somePhones(count)
    const numbers: Numbers = { owners, nobodys, all: [...owners, ...nobodys], codes: new Map(), proofs: new Map() }
    await target.admin.query('analyze')
    const timed = [...sending(scene, numbers), ...guessing(scene, numbers, 'login'), ...guessing(scene, numbers, 'register')]
    const rows: Row[] = []
    for (const each of timed) rows.push(await timeIt(scene, numbers, each, rounds))
    rows.push(...(await recovering(scene, numbers, people, rounds)))
    return rows
  },
}

const WARM_UP = 30

async function timeIt(
  { target, random, isQuick }: Scene,
  { owners, nobodys }: Pick<Numbers, 'owners' | 'nobodys'>,
  { attack, prepare, ask: askAbout }: Timed,
  rounds: number,
): Promise<Row> {
  const client = new Client(target.side.url, '127.0.0.1')
  const isOwner = new Set(owners)
  const times = { owner: [] as number[], nobody: [] as number[] }
  const answers = { owner: new Map<string, number>(), nobody: new Map<string, number>() }
  for (let warm = 0; warm < WARM_UP; warm += 1) await client.ask('/v2/wallet/config', { method: 'GET' })
  for (let round = 0; round < rounds; round += 1) {
    await prepare(round)
    for (const phone of random.shuffled([...owners, ...nobodys])) {
      client.cookie = ''
      const reply = await askAbout(client, phone)
      const who = isOwner.has(phone) ? 'owner' : 'nobody'
      times[who].push(reply.ms)
      const said = `${reply.status} ${reply.body.code ?? reply.body.status}`
      answers[who].set(said, (answers[who].get(said) ?? 0) + 1)
    }
  }
  client.close()
  const { auc, atLeast } = separationOf(times.owner, times.nobody)
  const [said, saidToNobody] = [told(answers.owner), told(answers.nobody)]
  return {
    attack: `who has a wallet, by the time of ${attack}`,
    tries: times.owner.length + times.nobody.length,
    through: `AUC ${auc.toFixed(3)}`,
    bar: `AUC ≤ ${BAR_AUC}`,
    // Of few times the interval says more than what is in its middle.
    isMet: (isQuick ? atLeast : auc) <= BAR_AUC && said === saidToNobody,
    note: `at least ${atLeast.toFixed(3)} (95 %), median ${median(times.owner)} and ${median(times.nobody)} ms; ${said}${said === saidToNobody ? '' : `, but ${saidToNobody} without a wallet`}`,
  }
}

function told(answers: ReadonlyMap<string, number>): string {
  return [...answers].map(([said, count]) => `${count} × ${said}`).join(', ')
}

function median(times: readonly number[]): string {
  return ([...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0).toFixed(2)
}

const register = (client: Client, phone: string): Promise<Reply> => client.ask(`${AUTH}/register`, { body: { ...PERSON, phone } })
const sendCode = (client: Client, phone: string): Promise<Reply> => client.ask(`${AUTH}/send_code`, { body: { phone } })

function sending({ target }: Scene, _numbers: Numbers): readonly Timed[] {
  const prepare = (): Promise<void> => target.forget()
  return [
    { attack: 'register', prepare, ask: register },
    { attack: 'send_code', prepare, ask: sendCode },
  ]
}

/** Everybody is sent a code by another browser than the one that guesses. */
async function sendAll({ target }: Scene, { all, codes }: Numbers, how: typeof register): Promise<void> {
  await target.forget()
  const client = new Client(target.side.url, '127.0.0.1')
  await atOnce(all.length, 8, (place) => {
    client.cookie = ''
    return how(client, all[place] ?? '')
  })
  client.close()
  for (const [phone, code] of await newestCodes(target, all)) codes.set(phone, code)
}

const IN_A_ROW = 'code_failures_in_a_row'
const IN_A_MONTH = 'code_failures_per_month'
const GUESSES = 3

const CALLS = { login: { path: 'login', name: 'login' }, register: { path: 'register/phone/confirm', name: 'confirm' } }

/** The wrong guess at a code: the first ones, the fifth in a row, those after it that are worked for, and those after the tenth, with a PIN. */
function guessing(scene: Scene, numbers: Numbers, call: keyof typeof CALLS): readonly Timed[] {
  const { target } = scene
  const { admin } = target
  const { all, codes, proofs } = numbers
  const { path, name } = CALLS[call]
  const guess = (client: Client, phone: string, more: object = {}): Promise<Reply> =>
    client.ask(`${AUTH}/${path}`, { body: { phone, confirm_code: not(codes.get(phone) ?? '0000'), ...more } })
  const resend = async (turn: number): Promise<void> => {
    if (turn % GUESSES === 0) await sendAll(scene, numbers, call === 'login' ? sendCode : register)
    await target.forgetCounts()
  }
  const spend = async (inARow: number, inAMonth: number): Promise<void> => {
    await setTaken(admin, IN_A_ROW, all, inARow)
    await setTaken(admin, IN_A_MONTH, all, inAMonth)
  }
  /** As after the fifth guess, of which the owner was told. */
  const prepareWorked = async (turn: number, inAMonth: number): Promise<void> => {
    await resend(turn)
    await setTaken(admin, 'told_of_guesses', all, 1)
    await spend(5, inAMonth)
    await workForAll(scene, numbers)
  }
  const worked = (phone: string) => ({ proof: proofs.get(phone) })
  return [
    { attack: `${name}: first guesses`, prepare: resend, ask: guess },
    { attack: `${name}: the fifth in a row`, prepare: (turn) => resend(turn).then(() => spend(4, 4)), ask: guess },
    {
      attack: `${name}: after five, without work`,
      prepare: (turn) => resend(turn).then(() => spend(5, 5)),
      ask: guess,
    },
    {
      attack: `${name}: after five, with work`,
      prepare: (turn) => prepareWorked(turn, 5),
      ask: (client, phone) => guess(client, phone, worked(phone)),
    },
    {
      attack: `${name}: after ten, with work and a PIN`,
      prepare: (turn) => prepareWorked(turn, 10),
      ask: (client, phone) => guess(client, phone, { ...worked(phone), pin_code: '0000' }),
    },
  ]
}

/** The work for every number, done once: what one was used for is forgotten. */
async function workForAll({ target }: Scene, { all, proofs, codes }: Numbers): Promise<void> {
  const missing = all.filter((phone) => !proofs.has(phone))
  const client = new Client(target.side.url, '127.0.0.1')
  for (const phone of missing) {
    client.cookie = ''
    const { body } = await client.ask(`${AUTH}/login`, { body: { phone, confirm_code: not(codes.get(phone) ?? '0000') } })
    if (body.code !== 'proof_required') throw new Error(`No work was asked for, but ${body.code}`)
    proofs.set(phone, await solveProof(String(body.challenge)))
  }
  client.close()
}

const mailboxOf = (phone: string): string => `anna.${phone}@mail.example`

/** The two calls of whoever has lost their number, about people whose e-mail is confirmed and numbers without a wallet. */
async function recovering(scene: Scene, numbers: Numbers, people: readonly TestUser[], rounds: number): Promise<readonly Row[]> {
  const { target } = scene
  const { all, proofs } = numbers
  await target.forget()
  await atOnce(people.length, 4, (place) => confirmMailbox(scene, people[place]))
  const send = async (client: Client, phone: string): Promise<Reply> => {
    // An address is sent twenty e-mails in an hour.
    await target.admin.query("delete from attempt where scope = 'emails_per_address'")
    return client.ask(`${AUTH}/recover/send_code`, { body: { phone, email: mailboxOf(phone), proof: proofs.get(phone) } })
  }
  const sendToAll = async (turn: number): Promise<void> => {
    if (turn % 5 > 0) return
    await target.forget()
    const client = new Client(target.side.url, '127.0.0.1')
    await atOnce(all.length, 4, (place) => send(client, all[place] ?? ''))
    client.close()
  }
  const recover = (client: Client, phone: string): Promise<Reply> =>
    client.ask(`${AUTH}/recover`, { body: { phone, email: mailboxOf(phone), email_code: '000000', pin_code: '0000' } })
  return [
    await timeIt(scene, numbers, { attack: 'recover/send_code', prepare: () => target.forget(), ask: send }, rounds),
    await timeIt(scene, numbers, { attack: 'recover: five guesses', prepare: sendToAll, ask: recover }, rounds),
  ]
}

async function confirmMailbox({ target: { side, vendors } }: Scene, user: TestUser | undefined): Promise<void> {
  if (!user) return
  const email = mailboxOf(user.phone)
  await user.post(`${AUTH}/email/send_code`, { email })
  const { rows } = await vendors.pool.query<{ code: string }>(
    'select code from sandbox.email_message where recipient = $1 and code is not null',
    [email],
  )
  const body = { email, email_code: rows[0]?.code, pin_code: PIN }
  const { status, message } = await ask(side, 'POST', `${AUTH}/email/confirm`, { token: user.token, body })
  if (status !== 'ok') throw new Error(message)
}

/** Numbers that nobody pays a message to, some of which have a wallet from before: only those are sent a code. */
export const dearNumbers: Attack = {
  name: 'dear-numbers',
  isQuick: true,
  async run(scene) {
    const { target, isQuick } = scene
    const people = await somePeople(target, isQuick ? 15 : 125)
    const dear = (place: number): string => `1800555${String(1000 + place).padStart(4, '0')}`
    const owners = people.map((_, place) => dear(place))
    const nobodys = people.map((_, place) => dear(people.length + place))
    await atOnce(people.length, 8, (place) =>
      target.admin.query('update wallet_user set phone = $1 where phone = $2', [`+${owners[place]}`, `+${people[place]?.phone}`]),
    )
    const timed = { attack: 'send_code to a toll-free number', prepare: () => target.forget(), ask: sendCode }
    return [await timeIt(scene, { owners, nobodys }, timed, isQuick ? 4 : 8)]
  },
}
