import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce } from '../client.ts'
import { besides, loopDelay } from '../others.ts'
import { somePeople } from '../people.ts'

/** PINs are guessed by whoever has a token, and asked about so often that others could wait. */
export const pin: Attack = {
  name: 'pin',
  isQuick: true,
  async run(scene) {
    return [await guessAtOnce(scene), ...(await flood(scene))]
  },
}

const WITHDRAWAL = '/v2/wallet/withdrawal'
const PAY = { amount: '1.00', currency_code: 'USD', pan: '2200123456784821' }

async function guessAtOnce({ target }: Scene): Promise<Row> {
  const [owner] = await somePeople(target, 1, '100.00 USD')
  if (!owner) throw new Error('There is nobody')
  const thieves = Array.from({ length: 10 }, () => target.stranger())
  const replies = await atOnce(500, 500, (place) => {
    const guess = String(place).padStart(4, '0')
    const thief = thieves[place % thieves.length] ?? target.stranger()
    return thief.ask(WITHDRAWAL, { token: owner.token, body: { ...PAY, pin: guess === '4815' ? '4816' : guess } })
  })
  for (const thief of thieves) thief.close()
  const { rows } = await target.admin.query<{ count: number }>(
    "select count(*)::integer as count from pin_failure join wallet_user on wallet_user.id = user_id where phone = '+' || $1",
    [owner.phone],
  )
  const compared = Number(rows[0]?.count ?? 0)
  const paid = replies.filter(({ status }) => status === 200).length
  const row = counted('wrong PINs at a withdrawal, 500 at once', {
    tries: replies.length,
    through: compared,
    most: 5,
    bar: '≤ 5 compared, none paid',
    note: `${paid} paid; ${replies.filter(({ body }) => body.code === 'pin_wrong').length} × pin_wrong`,
  })
  return { ...row, isMet: row.isMet && paid === 0 && (await owner.balance('USD')) === '100.00' }
}

/** Many people's PINs at once: each costs a hash that is made to be slow. */
async function flood(scene: Scene): Promise<readonly Row[]> {
  const { target, isQuick } = scene
  const people = await somePeople(target, isQuick ? 10 : 60, '10.00 USD')
  const clients = people.map(() => target.stranger())
  let checks = 0
  const { others, alone } = await besides(scene, async () => {
    const rounds = 4
    await atOnce(people.length * rounds, 40, async (place) => {
      const which = place % people.length
      checks += 1
      await clients[which]?.ask(WITHDRAWAL, { token: people[which]?.token ?? '', body: { ...PAY, pin: '0000' } })
    })
  })
  for (const client of clients) client.close()
  const delay = await loopDelay(target)
  return [
    {
      attack: 'wrong PINs of many people, 40 at once: others meanwhile',
      tries: checks,
      through: `p99 ${others.p99.toFixed(0)} ms`,
      bar: 'p99 < 100 ms, no failure',
      isMet: others.p99 < 100 && others.failed === 0,
      note: `${others.count} calls of others, ${others.failed} failed, median ${others.p50.toFixed(1)} ms; alone p99 ${alone.p99.toFixed(0)} ms`,
    },
    {
      attack: 'the same: delay of the event loop',
      tries: checks,
      through: `p99 ${delay.toFixed(0)} ms`,
      bar: 'p99 < 50 ms',
      isMet: delay < 50,
      note: 'as the wallet’s own metrics have it',
    },
  ]
}
