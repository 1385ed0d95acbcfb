import { PIN } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce } from '../client.ts'
import { asking, bystander, counts, howMany, somePhones, told, twoPeople } from '../people.ts'

const PATH = '/v2/wallet'

/** Money between people: finding out who has a wallet, codes and requests of others, paying twice, messages. */
export const people: Attack = {
  name: 'people',
  isQuick: true,
  async run(scene) {
    return [await findOut(scene), await guessCodes(scene), await payTwice(scene), await sendMarkup(scene)]
  },
}

/** How many numbers one wallet, which cost an SMS, is told of in a day: ten at once, by look-up, by transfer and by request in turn. */
async function findOut(scene: Scene): Promise<Row> {
  const [thief, owner] = await twoPeople(scene)
  const { id: from_account_id } = await thief.account('USD')
  const { post, close } = asking(scene, thief)
  const phones = [owner.phone, ...somePhones(scene.isQuick ? 60 : 300)]
  const replies = await atOnce(phones.length, 10, (place) => {
    const phone = phones[place]
    if (place % 3 === 0) return post('/transfer/recipient', { phone })
    if (place % 3 === 1) return post('/request', { account_id: from_account_id, to: { phone }, amount: '5.00' })
    return post('/transfer', { from_account_id, to: { phone }, amount: '0.01', pin: PIN })
  })
  close()
  // A transfer that is too small is refused for that once its number was looked up: it counts, and tells nothing.
  const heard = replies.filter(({ body }) => body.code !== 'too_many_requests').length
  return counted('numbers that one wallet is told of in a day', {
    tries: replies.length,
    through: heard,
    most: 30,
    bar: '≤ 30 a wallet, which costs an SMS',
    note: `${counts(replies)}; ${heard} numbers a day for a wallet of one’s own: one SMS, a SIM card and the sign-up for each thirty`,
  })
}

/** Links with codes that somebody has made up, and with those of others that were replaced or withdrawn. */
async function guessCodes(scene: Scene): Promise<Row> {
  const { target, isQuick, random } = scene
  const [maker, thief] = await twoPeople(scene)
  const old = String((await maker.post(`${PATH}/pay-code`)).code)
  await maker.post(`${PATH}/pay-code/replace`)
  const { id: account_id } = await maker.account('USD')
  const made = await maker.post(`${PATH}/request`, { account_id, amount: '5.00' })
  const request = made.request as { id: string; code: string }
  await maker.post(`${PATH}/request/withdraw`, { request_id: request.id })
  const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
  const madeUp = Array.from({ length: isQuick ? 50 : 500 }, () =>
    Array.from({ length: 24 }, () => random.shuffled(letters)[0]).join(''),
  )
  const { id: from_account_id } = await thief.account('USD')
  const { post, close } = asking(scene, thief)
  const replies = await atOnce(madeUp.length, 10, (place) => post('/transfer/recipient', { code: madeUp[place] }))
  const terms = { from_account_id, amount: '5.00', pin: PIN }
  const paid = await Promise.all([old, request.code].map((code) => post('/transfer', { ...terms, to: { code } })))
  // What is asked of another is nobody else's to pay, to decline or to withdraw.
  const asked = await maker.post(`${PATH}/request`, { account_id, amount: '5.00', to: { phone: (await bystander(scene)).phone } })
  const request_id = (asked.request as { id: string }).id
  const meddled = [
    await post('/transfer', { ...terms, to: { request_id } }),
    ...(await Promise.all(['show', 'decline', 'withdraw'].map((way) => post(`/request/${way}`, { request_id })))),
  ]
  close()
  const anybody = target.stranger()
  const looks = await atOnce(100, 10, (place) =>
    anybody.ask(`${PATH}/pay-code/look`, { body: { code: madeUp[place % madeUp.length] } }),
  )
  anybody.close()
  const all = [...replies, ...paid, ...meddled, ...looks]
  const heard = looks.filter(({ status }) => status !== 429).length
  const row = counted('codes and requests of others: made up, replaced, withdrawn, and asked of somebody else', {
    tries: all.length,
    through: howMany(all),
    bar: '0, and ≤ 31 looks a minute from an address',
    note: `${heard} looks; paid: ${paid.map(told).join(', ')}; meddled: ${meddled.map(told).join(', ')}`,
  })
  return { ...row, isMet: row.isMet && heard <= 31 }
}

/** One request, paid by the two people who have its link, ten times each at once, by keys of their own and by none. */
async function payTwice(scene: Scene): Promise<Row> {
  const [maker, anna] = await twoPeople(scene)
  const boris = await bystander(scene)
  const { id: account_id } = await maker.account('USD')
  const made = await maker.post(`${PATH}/request`, { account_id, amount: '7.00' })
  const { code } = made.request as { code: string }
  const payers = await Promise.all(
    [anna, boris].map(async (payer) => ({ ...asking(scene, payer), from_account_id: (await payer.account('USD')).id })),
  )
  const replies = await atOnce(20, 20, async (place) => {
    const payer = payers[place % 2]
    if (!payer) throw new Error('There is nobody')
    return payer.post('/transfer', { from_account_id: payer.from_account_id, to: { code }, amount: '7.00', pin: PIN })
  })
  for (const { close } of payers) close()
  const got = await maker.balance('USD')
  const row = counted('one request, paid twenty times at once by two', {
    tries: replies.length,
    through: howMany(replies),
    most: 1,
    bar: 'exactly 1, and its maker has it once',
    note: `${counts(replies)}; its maker has ${got}`,
  })
  return { ...row, isMet: row.isMet && howMany(replies) === 1 && got === '107.00' }
}

const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '{{7*7}}',
  'javascript:alert(1)',
]
const UNSEEN = ['a\u0000b', 'a\nb', '\u202Edlog', 'a\u200Bb', 'x'.repeat(141)]

/** Messages that are markup, or that are read otherwise than they look: kept as the text that they are, or refused. */
async function sendMarkup(scene: Scene): Promise<Row> {
  const [sender, recipient] = await twoPeople(scene)
  const { id: from_account_id } = await sender.account('USD')
  const { post, close } = asking(scene, sender)
  const terms = { from_account_id, to: { phone: recipient.phone }, amount: '1.00', pin: PIN }
  const plain = await atOnce(MARKUP.length, 1, (place) => post('/transfer', { ...terms, message: MARKUP[place] }))
  const unseen = await atOnce(UNSEEN.length, 1, (place) => post('/transfer', { ...terms, message: UNSEEN[place] }))
  close()
  const read = await recipient.get(`${PATH}/transaction`)
  const notes = new Set((read.results as { note?: string }[]).flatMap(({ note }) => (note === undefined ? [] : [note])))
  const changed = MARKUP.filter((text) => !notes.has(text)).length
  const row = counted('messages of markup, and of signs that nobody sees', {
    tries: MARKUP.length + UNSEEN.length,
    through: howMany(unseen) + changed,
    bar: '0 unseen ones taken, and markup is the text that it is',
    note: `markup: ${counts(plain)}; unseen: ${counts(unseen)}`,
  })
  return { ...row, isMet: row.isMet && howMany(plain) === MARKUP.length }
}
