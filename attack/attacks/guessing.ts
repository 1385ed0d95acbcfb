import { randomBytes } from 'node:crypto'
import { freshPhone } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client, freshAddress, type Reply } from '../client.ts'
import { AUTH, newestCodes, not, PERSON, setTaken, somePeople } from '../people.ts'

/** Codes are guessed: many at one number, one at each of many, and after every new code. */
export const guessing: Attack = {
  name: 'guessing',
  isQuick: true,
  async run(scene) {
    const rows: Row[] = []
    for (const attack of [
      atOneNumber,
      atSomeNumbers,
      atManyNumbers,
      bySendingAgain,
      ownerMeanwhile,
      behindOneAddress,
      forAMonth,
    ]) {
      rows.push(await attack(scene))
      await scene.target.forget()
    }
    return rows
  },
}

/** Whether a guess was compared with the code. */
const wasEvaluated = ({ body }: Reply): boolean => body.code === 'code_wrong' || body.status === 'ok'

const guess = (client: Client, phone: string, confirm_code: string, more: object = {}): Promise<Reply> =>
  client.ask(`${AUTH}/login`, { body: { phone, confirm_code, ...more } })

/** Clients of as many addresses, each of whom is a new device with every request. */
function strangers({ target }: Scene, count: number): { ask<Result>(how: (client: Client) => Result): Result; close(): void } {
  const clients = Array.from({ length: count }, () => target.stranger())
  let turn = 0
  return {
    ask(how) {
      turn += 1
      const client = clients[turn % count] ?? target.stranger()
      client.cookie = ''
      return how(client)
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}

async function atOneNumber(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const [owner] = await somePeople(target, 1)
  const phone = owner?.phone ?? ''
  await target.forget()
  const crowd = strangers(scene, 200)
  await crowd.ask((client) => client.ask(`${AUTH}/send_code`, { body: { phone } }))
  const right = (await newestCodes(target, [phone])).get(phone) ?? ''
  const until = performance.now() + 60_000
  const replies = await atOnce(isQuick ? 500 : 20_000, 50, async (place) => {
    if (performance.now() > until) return undefined
    const code = String(place % 10_000).padStart(4, '0')
    return crowd.ask((client) => guess(client, phone, code === right ? not(right) : code))
  })
  const sent = replies.filter((reply) => reply !== undefined)
  const after = await crowd.ask((client) => guess(client, phone, right))
  crowd.close()
  const row = counted('guesses at one number in 60 s, 50 at once, 200 addresses', {
    tries: sent.length,
    through: sent.filter(wasEvaluated).length,
    most: 5,
    bar: '≤ 5 evaluated; the right code refused afterwards',
    note: `the right code afterwards: ${after.body.code ?? after.body.status}`,
  })
  return { ...row, isMet: row.isMet && after.status !== 200 }
}

/** Gives numbers a code that nobody knows, as if each had been sent one. */
async function giveCodes({ target }: Scene, phones: readonly string[]): Promise<void> {
  await target.admin.query(
    `insert into phone_code (id, phone, purpose, device_id, is_known_device, created_at, code_hash, expires_at)
      select gen_random_uuid(), '+' || phone, 'login', gen_random_uuid(), false, now(), $2, now() + interval '3 minutes'
      from unnest($1::text[]) as phone`,
    [phones, randomBytes(32)],
  )
}

async function atSomeNumbers(scene: Scene): Promise<Row> {
  const phones = Array.from({ length: 300 }, () => freshPhone())
  await giveCodes(scene, phones)
  const crowd = strangers(scene, 200)
  const since = performance.now()
  const replies = await atOnce(600, 50, (place) => crowd.ask((client) => guess(client, phones[place % 300] ?? '', '0000')))
  const seconds = (performance.now() - since) / 1000
  crowd.close()
  return counted('two guesses at each of 300 numbers, 50 at once', {
    tries: replies.length,
    through: replies.filter(wasEvaluated).length,
    most: 150,
    bar: '≤ 150 evaluated (100, and those under way)',
    note: `in ${seconds.toFixed(1)} s`,
  })
}

async function atManyNumbers(scene: Scene): Promise<Row> {
  const count = scene.isQuick ? 1000 : 10_000
  const phones = Array.from({ length: count }, (_, place) => `7913${String(place).padStart(7, '0')}`)
  await giveCodes(scene, phones)
  const crowd = strangers(scene, 200)
  const until = performance.now() + 90_000
  const replies = await atOnce(count, 50, async (place) =>
    performance.now() > until ? undefined : crowd.ask((client) => guess(client, phones[place] ?? '', '0000')),
  )
  crowd.close()
  const sent = replies.filter((reply) => reply !== undefined)
  return counted('one guess at each of 10 000 numbers from 200 addresses', {
    tries: sent.length,
    through: sent.filter(wasEvaluated).length,
    most: 499,
    bar: '< 500 evaluated',
    note: told(sent),
  })
}

function told(replies: readonly Reply[]): string {
  const counts = new Map<string, number>()
  for (const { status, body } of replies) {
    const said = `${status} ${body.code ?? body.status ?? ''}`
    counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts].map(([said, count]) => `${count} × ${said}`).join(', ')
}

/** So much time passes for all that is counted of a number. */
async function letPass({ target }: Scene, phone: string, interval: string): Promise<void> {
  await target.admin.query(
    `update attempt set window_started_at = window_started_at - $2::interval where key like '+' || $1 || '%' or scope like '%in_all' or scope like '%_prefix'`,
    [phone, interval],
  )
  await target.admin.query(
    "update phone_code set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where phone = '+' || $1",
    [phone, interval],
  )
}

async function bySendingAgain(scene: Scene): Promise<Row> {
  const [owner] = await somePeople(scene.target, 1)
  const phone = owner?.phone ?? ''
  await scene.target.forget()
  let evaluated = 0
  let tries = 0
  for (let day = 0; day < 29; day += 1) {
    const client = new Client(scene.target.wallet.url, freshAddress())
    await client.ask(`${AUTH}/send_code`, { body: { phone } })
    const code = (await newestCodes(scene.target, [phone])).get(phone) ?? ''
    for (let time = 0; time < 2; time += 1) {
      tries += 1
      client.cookie = ''
      if (wasEvaluated(await guess(client, phone, not(code)))) evaluated += 1
    }
    client.close()
    await letPass(scene, phone, '1 day')
  }
  return counted('two guesses and a new code, every day for 29 days, without work', {
    tries,
    through: evaluated,
    most: 10,
    bar: '≤ 10 evaluated in a month',
  })
}

const TIMES = 20

async function ownerMeanwhile(scene: Scene): Promise<Row> {
  const { target } = scene
  const phone = freshPhone()
  const owner = target.stranger()
  await owner.ask(`${AUTH}/register`, { body: { ...PERSON, phone } })
  const code = async (): Promise<string> => (await newestCodes(target, [phone])).get(phone) ?? ''
  await owner.ask(`${AUTH}/register/phone/confirm`, { body: { phone, confirm_code: await code() } })
  const own = owner.cookie
  const crowd = strangers(scene, 50)
  let signedIn = 0
  for (let time = 0; time < TIMES; time += 1) {
    await setTaken(target.admin, 'code_failures_in_a_row', [phone], 5)
    for (const scope of ['code_failures_per_month', 'codes_per_hour', 'codes_per_day'])
      await setTaken(target.admin, scope, [phone], 10)
    await atOnce(20, 10, () => crowd.ask((client) => guess(client, phone, '0000')))
    // Of the owner's own codes five are sent in a day: this is another.
    await target.admin.query("delete from attempt where key like '+' || $1 || ' %'", [phone])
    owner.cookie = own
    await owner.ask(`${AUTH}/send_code`, { body: { phone } })
    if ((await guess(owner, phone, await code())).status === 200) signedIn += 1
  }
  crowd.close()
  owner.close()
  return {
    attack: 'strangers use up all guesses and codes of a number; its owner signs in on a known device',
    tries: TIMES,
    through: `${TIMES - signedIn} times kept out`,
    bar: '0 of 20',
    isMet: signedIn === TIMES,
    note: '',
  }
}

/** Strangers behind the owner's address use up all that it may ask for and guess; the owner signs in there, and unfreezes their wallet. */
async function behindOneAddress({ target }: Scene): Promise<Row> {
  const phone = freshPhone()
  const owner = target.stranger()
  const code = async (): Promise<string> => (await newestCodes(target, [phone])).get(phone) ?? ''
  await owner.ask(`${AUTH}/register`, { body: { ...PERSON, phone } })
  await owner.ask(`${AUTH}/register/phone/confirm`, { body: { phone, confirm_code: await code() } })
  const own = owner.cookie
  const neighbour = new Client(target.wallet.url, owner.address)
  const asStranger = (path: string, body: object): Promise<Reply> => {
    neighbour.cookie = ''
    return neighbour.ask(path, { body })
  }
  for (let time = 0; time < 20; time += 1) await asStranger(`${AUTH}/send_code`, { phone: freshPhone() })
  for (let time = 0; time < 25; time += 1) await asStranger(`${AUTH}/login`, { phone: freshPhone(), confirm_code: '0000' })
  const isShut = (await asStranger(`${AUTH}/login`, { phone, confirm_code: '0000' })).body.code === 'code_limit'
  neighbour.close()
  owner.cookie = own
  await owner.ask(`${AUTH}/send_code`, { body: { phone } })
  const signedIn = await guess(owner, phone, await code())
  const token = String(signedIn.body.auth_token)
  await owner.ask(`${AUTH}/freeze`, { token, body: {} })
  const sent = await owner.ask(`${AUTH}/unfreeze/send_code`, { token, body: {} })
  owner.close()
  const kept = [signedIn, sent].filter(({ status }) => status !== 200)
  return {
    attack: 'strangers behind an address use up all its guesses and codes; the owner signs in there, and asks to unfreeze',
    tries: 2,
    through: `${kept.length} times kept out`,
    bar: '0 of 2, while strangers at the address are',
    isMet: isShut && kept.length === 0,
    note: [signedIn, sent].map(({ status, body }) => `${status} ${body.code ?? ''}`).join(', '),
  }
}

/** Whoever does all the work that is asked for, for a month: what they may try, and what that comes to. */
async function forAMonth(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const [owner] = await somePeople(target, 1)
  const phone = owner?.phone ?? ''
  await target.forget()
  let evaluated = 0
  let works = 0
  let tries = 0
  const client = target.stranger()
  const worked = async (path: string, body: object): Promise<Reply> => {
    client.cookie = ''
    const first = await client.ask(path, { body })
    if (first.body.code !== 'proof_required') return first
    works += 1
    client.cookie = ''
    return client.ask(path, { body: { ...body, proof: await solveProof(String(first.body.challenge)) } })
  }
  let needsPin = 0
  for (let day = 0; day < (isQuick ? 5 : 29); day += 1) {
    await target.admin.query("delete from attempt where scope in ('code_failures_per_address', 'codes_per_address')")
    await worked(`${AUTH}/send_code`, { phone })
    const code = (await newestCodes(target, [phone])).get(phone) ?? ''
    for (let time = 0; time < 3; time += 1) {
      tries += 1
      const reply = await worked(`${AUTH}/login`, { phone, confirm_code: not(code) })
      if (wasEvaluated(reply)) evaluated += 1
      if (reply.body.code === 'pin_required') needsPin += 1
    }
    await letPass(scene, phone, '1 day')
  }
  client.close()
  const aMonth = evaluated / 10_000
  const months = Math.ceil(Math.log(0.5) / Math.log(1 - aMonth))
  return counted('three guesses and a new code, every day for 29 days, with all work done', {
    tries,
    through: evaluated,
    most: 10,
    bar: '≤ 10 evaluated in a month; then the PIN is asked for',
    note: `${works} works; ${needsPin} × pin_required. To take over one number: ${(aMonth * 100).toFixed(2)} % a month, an even chance after ${months} months (${Math.round(months / 12)} years); with all that is left after it, code and PIN together, 100 × 10⁻⁸ a month`,
  })
}
