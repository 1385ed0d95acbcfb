import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseRate } from '#money/rate'
import { CASE_KINDS } from '#server/case-kinds'
import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import { noteSilence, settle } from '#server/identity/settle'
import { openCaseOfOld } from '#server/outgoing/end'
import { PAYMENT_ENDS } from '#server/payment/end'
import { areAccepted } from '#server/rates/jumps'
import { expectFresh } from '#server/rates/stale'
import { openCaseOfOldOrder } from '#server/topup/settle'
import { orderOf } from '#server/topup/store'
import { WITHDRAWAL_ENDS } from '#server/withdrawal/end'
import { aKey, aUser, decideIdentity, decidePayment, PIN, readCode, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { operate } from '#tests/operator'
import { aShopOrder, payCode, type ShopCourse } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendIncomingEvent, sendPaymentEvent, sendPayoutEvent, sendSellerPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet({ VELOCITY_CARD_WALLETS: '5', VELOCITY_OUT_FLOOR_PERCENT: '10' })
  cases = casesOf(wallet)
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const DAY_MS = 86_400_000
const tomorrow = () => new Date(Date.now() + DAY_MS + 60_000)
const run = (text: string, values: readonly unknown[]) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text }, values)

async function userIdOf({ phone }: TestUser): Promise<string> {
  const found = { name: 'test.user_id', text: "select id from wallet_user where phone = '+' || $1" }
  return String((await wallet.database.find<{ id: string }>(found, [phone]))?.id)
}

async function anOrder(anna: TestUser): Promise<string> {
  return String((await anna.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })).order)
}

const payment = (order: string, status: 'complete' | 'charged_back', amount = '70.00') =>
  sendPaymentEvent(wallet, { order, status, amount, currency: 'USD' })
const payout = (reference: string, status: 'paid' | 'failed', amount = '40.00') =>
  sendPayoutEvent(wallet, { reference, status, amount, currency: 'USD' })

/** A withdrawal of 40.00 USD, paid out at once, declined, or with no end that anybody tells. */
async function aWithdrawal(way: 'paid' | 'declined' | 'open'): Promise<string> {
  const anna = await aUser(wallet, '50.00 USD')
  const pan = { paid: '2200123456784821', declined: '2200123456780002', open: '2200123456780119' }[way]
  const id = String((await anna.withdraw('40.00', 'USD', { pan })).transaction_id)
  const never = "update sandbox.payout set settles_at = 'infinity', is_announced = true where reference = $1"
  if (way === 'open') await run(never, [id])
  return id
}

const sellerPayment = (reference: string, status: 'paid' | 'failed', amount = '40.00') =>
  sendSellerPaymentEvent(wallet, { reference, status, amount, currency: 'USD' })

/** A payment of 40.00 USD to a seller, paid at once or with no end that anybody tells. */
async function aPayment(course: ShopCourse): Promise<string> {
  const anna = await aUser(wallet, '50.00 USD')
  const order = await aShopOrder(wallet, { format: 'pix', amount: '40.00', course })
  const id = String((await payCode(anna, order)).transaction_id)
  const never = "update sandbox.shop_payment set settles_at = 'infinity', is_announced = true where reference = $1"
  if (course === 'slow_paid') await run(never, [id])
  return id
}

async function anIdentification(): Promise<{ id: string; page: unknown }> {
  const anna = await aUser(wallet)
  const { verification_url: page } = await anna.post('/v2/wallet/identification-level/upgrade')
  const text = 'select identification.id from identification join wallet_user on wallet_user.id = user_id where phone = $1'
  const found = await wallet.database.find<{ id: string }>({ name: 'test.identification', text }, [`+${anna.phone}`])
  return { id: found?.id ?? '', page }
}

interface Ended {
  /** Opens the case, and gives what it is about. */
  readonly open: () => Promise<string>
  /** What the operator ends it by. */
  readonly by: (someone: TestUser) => readonly string[]
}

/** How a case of each kind comes about, and one of the ways to end it. */
const CASES: Readonly<Record<string, Ended>> = {
  payment_amount_differs: {
    async open() {
      const order = await anOrder(await aUser(wallet))
      await payment(order, 'complete', '69.00')
      return order
    },
    by: () => ['credit', '--note', "the payer's bank kept a fee"],
  },
  topup_without_end: {
    async open() {
      const order = await anOrder(await aUser(wallet))
      const known = await wallet.database.read(orderOf(order))
      if (known) await openCaseOfOldOrder(wallet, known, tomorrow())
      return order
    },
    by: () => ['fail'],
  },
  payment_without_order: {
    async open() {
      const order = randomUUID()
      await payment(order, 'complete')
      return order
    },
    by: ({ phone }) => ['credit', '--to', `+${phone}`],
  },
  payment_after_closing: {
    async open() {
      const anna = await aUser(wallet)
      const order = await anOrder(anna)
      await run("update operation set state = 'expired', ended_at = now() where id = $1", [order])
      await anna.post('/v2/wallet/profile/close/send_code', {})
      const body = { confirm_code: await readCode(wallet, anna.phone), pin_code: PIN }
      expect(await anna.post('/v2/wallet/profile/close', body)).toMatchObject({ status: 'ok' })
      await decidePayment(wallet, order, 'pay')
      return order
    },
    by: () => ['collect', '--note', 'as asked for in writing'],
  },
  payment_not_credited: {
    async open() {
      const id = `in_${randomUUID()}`
      await sendIncomingEvent(wallet, { id, requisites: randomUUID(), status: 'complete', amount: '70.00', currency: 'USD' })
      return `sandbox ${id}`
    },
    by: ({ phone }) => ['credit', '--to', `+${phone}`],
  },
  payment_changed: {
    async open() {
      const order = await (await aUser(wallet)).topUp('70.00', 'USD')
      await payment(order, 'complete', '75.00')
      return order
    },
    by: () => ['credit', '--amount', '5.00 USD'],
  },
  topup_charged_back: {
    async open() {
      const anna = await aUser(wallet)
      const order = await anna.topUp('70.00', 'USD')
      await anna.withdraw('40.00', 'USD')
      await payment(order, 'charged_back')
      return order
    },
    by: () => ['write_off'],
  },
  payout_paid_after_return: {
    async open() {
      const id = await aWithdrawal('declined')
      await payout(id, 'paid')
      return id
    },
    by: () => ['close'],
  },
  payout_returned: {
    async open() {
      const id = await aWithdrawal('paid')
      await payout(id, 'failed')
      return id
    },
    by: () => ['credit'],
  },
  payout_amount_differs: {
    async open() {
      const id = await aWithdrawal('open')
      await payout(id, 'paid', '39.00')
      return id
    },
    by: () => ['credit'],
  },
  payout_changed: {
    async open() {
      const id = await aWithdrawal('paid')
      await payout(id, 'paid', '41.00')
      return id
    },
    by: () => ['write_off', '--amount', '1.00 USD'],
  },
  payout_without_withdrawal: {
    async open() {
      const reference = randomUUID()
      await payout(reference, 'paid')
      return reference
    },
    by: () => ['return'],
  },
  payout_without_end: {
    async open() {
      const id = await aWithdrawal('open')
      await openCaseOfOld(WITHDRAWAL_ENDS, wallet, id, tomorrow())
      return id
    },
    by: () => ['settle'],
  },
  seller_payment_without_end: {
    async open() {
      const id = await aPayment('slow_paid')
      await openCaseOfOld(PAYMENT_ENDS, wallet, id, tomorrow())
      return id
    },
    by: () => ['settle'],
  },
  seller_payment_paid_after_return: {
    async open() {
      const id = await aPayment('declined')
      await sellerPayment(id, 'paid')
      return id
    },
    by: () => ['close'],
  },
  seller_payment_returned: {
    async open() {
      const id = await aPayment('paid')
      await sellerPayment(id, 'failed')
      return id
    },
    by: () => ['credit'],
  },
  seller_payment_amount_differs: {
    async open() {
      const id = await aPayment('slow_paid')
      await sellerPayment(id, 'paid', '39.00')
      return id
    },
    by: () => ['credit'],
  },
  seller_payment_changed: {
    async open() {
      const id = await aPayment('paid')
      await sellerPayment(id, 'paid', '41.00')
      return id
    },
    by: () => ['write_off', '--amount', '1.00 USD'],
  },
  seller_payment_unasked: {
    async open() {
      const reference = randomUUID()
      await sellerPayment(reference, 'paid')
      return reference
    },
    by: () => ['return'],
  },
  identification_without_end: {
    async open() {
      const { id } = await anIdentification()
      await noteSilence(wallet.database, id, tomorrow())
      return id
    },
    by: () => ['expire'],
  },
  identification_changed_its_end: {
    async open() {
      const { id, page } = await anIdentification()
      await decideIdentity(page, 'approve')
      const isComplete = { name: 'test.is_complete', text: "select from identification where id = $1 and state = 'complete'" }
      await until(async () => (await wallet.database.find(isComplete, [id])) !== undefined)
      await settle(wallet.database, id, { state: 'aborted', reason: 'declined' }, new Date())
      return id
    },
    by: () => ['close', '--note', 'set to basic by users set'],
  },
  rate_jumped: {
    async open() {
      const [before, now] = [parseRate('USD', 'RUB', '1', '80'), parseRate('USD', 'RUB', '1', '160')]
      if (before && now) await areAccepted(wallet.database, [{ before, now }], new Date())
      return 'rates'
    },
    by: () => ['close'],
  },
  rates_stale: {
    async open() {
      const now = new Date()
      const stale = { asOf: new Date(now.getTime() - 5 * DAY_MS), now, maxAgeSeconds: 4 * 86_400 }
      await expect(expectFresh(wallet.database, stale)).rejects.toThrow('The rates provider is unavailable')
      return 'rates'
    },
    by: () => ['close'],
  },
  transfer_held: {
    async open() {
      const [anna, boris] = [await aUser(wallet, '1000.00 USD'), await aUser(wallet)]
      await anna.send('900.00', 'USD', { phone: boris.phone })
      return userIdOf(anna)
    },
    by: () => ['release', '--note', 'a rent, as every month'],
  },
  withdrawal_held: {
    async open() {
      const anna = await aUser(wallet, '1000.00 USD')
      await anna.withdraw('900.00', 'USD')
      return userIdOf(anna)
    },
    by: () => ['release', '--note', 'a wage, sent home as every month'],
  },
  payment_held: {
    async open() {
      const anna = await aUser(wallet, '1000.00 USD')
      await payCode(anna, await aShopOrder(wallet, { format: 'pix', amount: '900.00' }))
      return userIdOf(anna)
    },
    by: () => ['return', '--note', 'nobody answers'],
  },
  request_paid_fast: {
    async open() {
      // As a version before this one has opened it.
      const about = { kind: 'request_paid_fast', reference: aKey(), operationId: null, openedAt: new Date() }
      const details = { why: '90 % of what came in within an hour goes out, of 80 % or more', maker: aKey(), payer: aKey() }
      await writeTogether(wallet.database, [reportRow({ ...about, details })])
      return about.reference
    },
    by: () => ['close', '--note', 'a rent, as every month'],
  },
  operation_reversed: {
    async open() {
      const [anna, boris] = [await aUser(wallet, '50.00 USD'), await aUser(wallet)]
      const { transaction_id } = await anna.send('40.00', 'USD', { phone: boris.phone })
      await boris.withdraw('30.00', 'USD')
      const said = ['--reason', 'sent to the wrong person', '--reference', 'letter 17']
      await operate({ DATABASE_URL: wallet.databaseUrl }, ['correct', String(transaction_id), ...said, '--yes', '--as', 'vera'])
      const found = await wallet.database.find<{ reference: string }>({
        name: 'test.reversed_case',
        text: "select reference from operator_case where kind = 'operation_reversed'",
      })
      return found?.reference ?? ''
    },
    by: () => ['write_off'],
  },
  card_of_several_wallets: {
    async open() {
      const pan = '2200123456786669'
      for (let place = 0; place < 6; place += 1) await (await aUser(wallet, '50.00 USD')).withdraw('40.00', 'USD', { pan })
      return 'sandbox '
    },
    by: () => ['close', '--note', 'a family'],
  },
  request_reported: {
    async open() {
      const [anna, boris] = [await aUser(wallet, '50.00 USD'), await aUser(wallet)]
      const { id: account_id } = await anna.account('USD')
      const { request } = await anna.post('/v2/wallet/request', { account_id, amount: '40.00', to: { phone: boris.phone } })
      const { id } = request as { id: string }
      await boris.post('/v2/wallet/transfer/block', { request_id: id, is_blocked: true, report: 'I owe them nothing' })
      return id
    },
    by: () => ['close', '--note', 'they had mistaken the number'],
  },
  sender_reported: {
    async open() {
      const [anna, boris] = [await aUser(wallet, '50.00 USD'), await aUser(wallet)]
      const { transaction_id } = await anna.send('40.00', 'USD', { phone: boris.phone })
      await boris.post('/v2/wallet/transfer/block', { transaction_id, is_blocked: true, report: 'I do not know them' })
      return String(transaction_id)
    },
    by: () => ['close', '--note', 'they had mistaken the number'],
  },
  earlier_alarm: {
    async open() {
      const reference = `payout_returned ${randomUUID()}`
      const details = { alarm: 'payout_returned', amount: '40.00', currency: 'USD' }
      const text = `insert into operator_case (id, kind, reference, details, opened_at)
        values (gen_random_uuid(), 'earlier_alarm', $1, $2, now())`
      await run(text, [reference, JSON.stringify(details)])
      return reference
    },
    by: () => ['close'],
  },
}

/** A text in which every id, phone and instant is one of an example, as long as it was. */
function exampleOf(said: string): string {
  const ids: string[] = []
  return said
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      const known = ids.indexOf(id)
      const place = known < 0 ? ids.push(id) - 1 : known
      return `01a2059f-2a7f-740c-9a55-1251acdd0a${(0xf2 + place).toString(16)}`
    })
    .replaceAll(/\b79\d{9}\b/g, '79123472929')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d\.\d{3}Z)?/g, (_instant, seconds) =>
      seconds ? '2026-11-22T23:37:05.120Z' : '2026-11-22T23:37',
    )
    .replaceAll(/ +$/gm, '')
}

async function transcriptOf(kind: string, { open, by }: Ended, someone: TestUser): Promise<string> {
  const reference = await open()
  await until(async () => (await cases.allAbout(reference)).some((found) => found.kind === kind))
  const id = (await cases.allAbout(reference)).find((found) => found.kind === kind)?.id ?? ''
  let said = ''
  const ways = by(someone)
  for (const words of [['list'], ['show', id], ['resolve', id, ...ways, '--yes', '--as', 'vera']]) {
    const done = await cases.operator('cases', ...words)
    expect([kind, done]).toMatchObject([kind, { code: 0, complaint: '' }])
    const typed = words.map((word) => (/^[\w.:+-]+$/.test(word) ? word : `"${word}"`)).join(' ')
    said += `$ npm run operator -- cases ${typed}\n${done.said}`
  }
  return exampleOf(said)
}

test('docs/cases.md shows how a case of each kind looks and is ended, as it is', async () => {
  expect(new Set(Object.keys(CASES))).toEqual(new Set(Object.keys(CASE_KINDS)))
  const someone = await aUser(wallet, '1.00 USD')
  const parts: string[] = []
  for (const [kind, ended] of Object.entries(CASES)) {
    parts.push(`## ${kind}\n\n\`\`\`\n${await transcriptOf(kind, ended, someone)}\`\`\`\n`)
    expect([kind, (await cases.operator('cases', 'list')).said]).toEqual([kind, 'Nothing waits for anybody.\n'])
  }
  const head = `# Cases, one by one

What the operator sees of a case of each kind, and types to end it. What the kinds mean, what was booked, and all the ways there are to end
each stands in [operator.md](operator.md#cases). \`tests/api/case-transcripts.full.test.ts\` runs these commands and fails where this page says
anything else; with \`-u\` it writes the page.
`
  await expect(`${head}\n${parts.join('\n')}`).toMatchFileSnapshot('../../docs/cases.md')
})
