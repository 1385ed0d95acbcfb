import { freshPhone, until } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client, freshAddress } from '../client.ts'
import { AUTH, countSms, newestCodes, PERSON, somePeople } from '../people.ts'

// What is assumed: an SMS to Russia at a wholesale price.
const PRICE_EUR = 0.05

/** Messages that the wallet is made to pay for, or to send to one person. */
export const messages: Attack = {
  name: 'messages',
  isQuick: true,
  async run(scene) {
    const rows: Row[] = []
    for (const attack of [toOnePrefix, fromOneAddress, fromOneNetwork, toOnePerson, toOnePersonWithWork, byInvitations]) {
      rows.push(await attack(scene))
      await scene.target.forget()
    }
    return rows
  },
}

async function toOnePrefix({ target, isQuick }: Scene): Promise<Row> {
  const prefix = '7914123'
  const before = await countSms(target, prefix)
  const tries = isQuick ? 200 : 1000
  await atOnce(tries, 30, async (place) => {
    const client = target.stranger()
    await client.ask(`${AUTH}/send_code`, { body: { phone: `${prefix}${String(place).padStart(4, '0')}` } })
    client.close()
  })
  return counted('codes to numbers that differ in the last four digits, each from another address', {
    tries,
    through: (await countSms(target, prefix)) - before,
    most: 50,
    bar: '≤ 50 SMS an hour',
  })
}

const costOf = (sent: number): string =>
  `${sent} SMS, at an assumed ${PRICE_EUR} € each ${(sent * PRICE_EUR).toFixed(2)} € an hour`

async function fromOneAddress({ target }: Scene): Promise<Row> {
  const before = await countSms(target)
  const client = target.stranger()
  await atOnce(200, 10, () => {
    client.cookie = ''
    return client.ask(`${AUTH}/send_code`, { body: { phone: freshPhone() } })
  })
  client.close()
  const through = (await countSms(target)) - before
  return counted('codes to 200 numbers from one address', {
    tries: 200,
    through,
    most: 16,
    bar: '≤ 16 SMS an hour',
    note: costOf(through),
  })
}

/** Behind a proxy, as loopback has one IPv6 address alone. */
async function fromOneNetwork({ target }: Scene): Promise<Row> {
  const behind = await target.startAnother({ TRUSTED_PROXIES: '1' })
  try {
    const before = await countSms(target)
    const client = new Client(behind.url, freshAddress())
    await atOnce(200, 10, (place) => {
      client.cookie = ''
      const headers = { 'x-forwarded-for': `2001:db8:5:5:${place.toString(16)}::${(place * 7).toString(16)}` }
      return client.ask(`${AUTH}/send_code`, { body: { phone: freshPhone() }, headers })
    })
    client.close()
    const through = (await countSms(target)) - before
    return counted('codes to 200 numbers from 200 addresses of one /64', {
      tries: 200,
      through,
      most: 16,
      bar: '≤ 16 SMS an hour',
      note: costOf(through),
    })
  } finally {
    await behind.stop()
  }
}

async function bomb(
  scene: Scene,
  phone: string,
  tries: number,
  send: (client: Client, path: string, body: object) => Promise<unknown>,
): Promise<number> {
  const before = await countSms(scene.target, phone)
  for (let time = 0; time < tries; time += 1) {
    const client = scene.target.stranger()
    const isSignUp = time % 2 === 0
    await send(client, `${AUTH}/${isSignUp ? 'register' : 'send_code'}`, isSignUp ? { ...PERSON, phone } : { phone })
    client.close()
    // A minute passes, of which there are 500 in a third of a day: only the gap between two codes is over.
    await scene.target.admin.query("delete from attempt where scope = 'code_gap'")
  }
  return (await countSms(scene.target, phone)) - before
}

async function toOnePerson(scene: Scene): Promise<Row> {
  const tries = scene.isQuick ? 50 : 500
  const through = await bomb(scene, freshPhone(), tries, (client, path, body) => client.ask(path, { body }))
  return counted('sign-ups and codes at one number, each from another address', { tries, through, most: 5, bar: '≤ 5 SMS' })
}

async function toOnePersonWithWork(scene: Scene): Promise<Row> {
  const tries = scene.isQuick ? 10 : 40
  let works = 0
  const through = await bomb(scene, freshPhone(), tries, async (client, path, body) => {
    const first = await client.ask(path, { body })
    if (first.body.code !== 'proof_required') return
    works += 1
    await client.ask(path, { body: { ...body, proof: await solveProof(String(first.body.challenge)) } })
  })
  return counted('the same by whoever does the work that is asked for', {
    tries,
    through,
    most: 8,
    bar: '≤ 8 SMS an hour (four, and as many for work)',
    note: `${works} works`,
  })
}

/** A dozen wallets ask numbers of one prefix for money, as often as they may; a stranger signs up meanwhile. */
async function byInvitations({ target }: Scene): Promise<Row> {
  const prefix = '7914567'
  const makers = await somePeople(target, 12, '10.00 RUB')
  await target.forget()
  const before = await countSms(target, prefix)
  let asked = 0
  const said = new Map<string, number>()
  for (const maker of makers) {
    const { id: account_id } = await maker.account('RUB')
    for (let place = 0; place < 10; place += 1) {
      const phone = `${prefix}${String(asked).padStart(4, '0')}`
      asked += 1
      const { code, status } = await maker.post('/v2/wallet/request', { to: { phone }, account_id, amount: '100.00' })
      said.set(code ?? status, (said.get(code ?? status) ?? 0) + 1)
    }
  }
  const open = async (): Promise<number> => {
    const { rows } = await target.admin.query<{ count: string }>(
      "select count(*) from message where kind like '%_invite%' and sent_at is null and given_up_at is null",
    )
    return Number(rows[0]?.count)
  }
  const tried = "select count(*) from p2p_request where checks = 0 and state = 'open' and next_check_at is not null"
  await until(
    async () => Number((await target.admin.query<{ count: string }>(tried)).rows[0]?.count) === 0 && (await open()) === 0,
  )
  const through = (await countSms(target, prefix)) - before
  const { rows } = await target.admin.query<{ taken: string }>(
    "select coalesce(sum(taken), 0) as taken from attempt where scope = 'codes_in_all'",
  )
  const stranger = target.stranger()
  const phone = freshPhone()
  await stranger.ask(`${AUTH}/register`, { body: { ...PERSON, phone } })
  const isSent = (await newestCodes(target, [phone])).has(phone)
  stranger.close()
  const row = counted('12 wallets ask 120 numbers that differ in the last four digits for money', {
    tries: asked,
    through,
    most: 20,
    bar: '≤ 20 SMS a day, and some, none counted among codes',
    note: `${[...said].map(([word, count]) => `${count} × ${word}`).join(', ')}; ${Number(rows[0]?.taken)} counted among codes; a stranger’s code meanwhile: ${isSent ? 'sent' : 'NOT sent'}`,
  })
  return { ...row, isMet: row.isMet && through > 0 && isSent && Number(rows[0]?.taken) === 0 }
}
