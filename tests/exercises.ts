import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Desk, OnDesk } from '#sandbox/desk'
import { labelOf } from '#sandbox/desk-page'
import type { RATE_PLAYS } from '#sandbox/rates'
import { WORDS } from '#sandbox/words'
import { payTo, requisitesOf } from '#tests/bank'
import { type Answer, aUser, decideIdentity, PIN, readCode, type TestUser, until, whenNotBusy } from '#tests/builders'
import { operate } from '#tests/operator'
import { aShopOrder, payCode, type ShopCourse } from '#tests/shop'
import type { TestWallet } from '#tests/test-wallet'

const words = WORDS.en

/** The number, on each desk, of what the exercise is about. */
type Rows = Readonly<Partial<Record<Desk, string>>>

interface Practice {
  readonly wallet: TestWallet
  readonly user: TestUser
  readonly rows: Rows
}

/** What somebody does, as docs/cases.md tells them to, and as a test does it; gives what has come onto a desk by it. */
interface Step {
  readonly says: string
  run(practice: Practice): Promise<Rows | undefined>
}

/** How a case of a kind is brought about with the sandbox, and what is put right again once it has been looked at. */
export interface Exercise {
  readonly steps: readonly Step[]
  readonly afterwards?: readonly Step[]
}

/** Does the steps in a new wallet, or in that of an exercise that goes on. */
export async function practise(wallet: TestWallet, steps: readonly Step[], begun?: Practice): Promise<Practice> {
  let practice = begun ?? { wallet, user: await aUser(wallet), rows: {} }
  for (const step of steps) practice = { ...practice, rows: { ...practice.rows, ...(await step.run(practice)) } }
  return practice
}

/** An exercise as docs/cases.md has it. */
export function textOf({ steps, afterwards = [] }: Exercise): string {
  const told = (all: readonly Step[]) => all.map(({ says }) => says).join(' ')
  return `Exercise: ${told(steps)}${afterwards.length > 0 ? ` Afterwards: ${told(afterwards)}` : ''}`
}

/** Presses a button of the desk's page, in the row of a number, once it is there. */
async function pressOn(wallet: TestWallet, { title, label, row }: { title: string; label: string; row: string }): Promise<void> {
  const address = `${wallet.url}/sandbox/desk?lang=en`
  let form: string | undefined
  await until(async () => {
    const section = (await (await fetch(address)).text()).split('<section').find((part) => part.includes(`<h2>${title}</h2>`))
    form = section?.split('<form').find((part) => part.includes(`value="${row}"`) && part.includes(`>${label}</button>`))
    return form !== undefined
  })
  const fields = [...(form ?? '').matchAll(/name="([a-z]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const { status } = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect(status).toBe(303)
}

function press(desk: Desk, played: OnDesk['plays'][number]): Step {
  const [title, label] = [words[`desk_${desk}`], labelOf('en', desk, played)]
  return {
    says: `On the desk, under “${title}”, press “${label}”.`,
    async run({ wallet, rows }) {
      await pressOn(wallet, { title, label, row: rows[desk] ?? 'nothing' })
    },
  }
}

function pressRates(played: (typeof RATE_PLAYS)[number] | `${(typeof RATE_PLAYS)[number]}_off`): Step {
  const [title, label] = [words.ratesTitle, words[`rates_${played}`]]
  return {
    says: `On the desk, under “${title}”, press “${label}”.`,
    async run({ wallet }) {
      await pressOn(wallet, { title, label, row: '' })
    },
  }
}

const topUp = (amount: string): Step => ({
  says: `Top up ${amount} USD.`,
  run: async ({ user }) => ({ topup: await user.topUp(amount, 'USD') }),
})

const beginTopUp: Step = {
  says: 'Begin a top-up of 70.00 USD, and leave its page without an answer.',
  run: async ({ user }) => ({
    topup: String((await user.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })).order),
  }),
}

/** The id of what was accepted; fails of what was not. Who reads that the wallet is busy tries again. */
async function idOf(send: () => Promise<Answer>): Promise<string> {
  const answer = await whenNotBusy(send)
  const { transaction_id: id } = answer
  if (typeof id !== 'string') throw new Error(`It was not accepted: ${JSON.stringify(answer)}`)
  return id
}

const CARDS = { paid: '2200 1234 5602 4821', declined: '2200 1234 5601 0002', silent: '2200 1234 5600 0151' }
const withdraw = (card: keyof typeof CARDS, amount = '40.00'): Step => ({
  says: `Withdraw ${amount} USD to the card ${CARDS[card]}.`,
  async run({ user }) {
    const pan = CARDS[card].replaceAll(' ', '')
    return { payout: await idOf(() => user.withdraw(amount, 'USD', { pan })) }
  },
})

const paySeller = (course: ShopCourse, amount = '40.00'): Step => ({
  says: `In the sandbox's shop have Pix show a code for ${amount} USD with “${words[`course_${course}`]}”, and pay it.`,
  async run({ wallet, user }) {
    const order = await aShopOrder(wallet, { format: 'pix', amount, course })
    return { seller: await idOf(() => payCode(user, order)) }
  },
})

const payToRequisites: Step = {
  says: "At the sandbox's bank pay 70.00 to the account number that the wallet shows for the USD account.",
  run: async ({ wallet, user }) => ({
    incoming: await payTo(wallet, { to: (await requisitesOf(user, 'USD')).pay_to, amount: '70.00' }),
  }),
}

const identify = (choice: 'approve' | 'leave'): Step => ({
  says: `Raise the level in the settings, and ${choice === 'approve' ? `press “${words.approveButton}” on the page of the check` : 'leave the page of the check without an answer'}.`,
  async run({ user }) {
    const { verification_url: page } = await user.post('/v2/wallet/identification-level/upgrade')
    const status = async () =>
      (await user.post('/v2/wallet/identification-level/status')).active_identification as { status: string }
    if (choice === 'approve') {
      await decideIdentity(page, 'approve')
      await until(async () => (await status()).status === 'complete')
    }
    return { identity: String(page).split('/').at(-1) ?? '' }
  },
})

const HOURS = 26
// An order is open for an hour, and a day more has to pass.
const wait: Step = {
  says: `Wait ${HOURS} hours.`,
  async run({ wallet }) {
    wallet.passSeconds(HOURS * 3600)
  },
}

const closeWallet: Step = {
  says: 'Once the wallet says that it has failed, close the wallet in the settings.',
  async run({ wallet, user, rows }) {
    await until(async () => (await user.state(rows.topup ?? '')) !== 'waiting')
    await user.post('/v2/wallet/profile/close/send_code', {})
    const body = { confirm_code: await readCode(wallet, user.phone), pin_code: PIN }
    expect(await user.post('/v2/wallet/profile/close', body)).toMatchObject({ status: 'ok' })
  },
}

const typed = (command: string): string => `Type \`npm run operator -- ${command}\`.`

/** A command of the operator's, of words without spaces. */
const operator = (command: string): Step => ({
  says: typed(command),
  async run({ wallet, user }) {
    // The running wallet reads all that the operator has said at once: a text of it is the sign that it has.
    const sign = randomUUID()
    for (const words of [command.split(' '), ['texts', 'set', 'refusal.not_found', 'en', sign]]) {
      const done = await operate({ DATABASE_URL: wallet.databaseUrl }, [...words, '--yes'])
      expect(done).toMatchObject({ code: 0, complaint: '' })
    }
    await until(async () => JSON.stringify(await user.get('/v2/wallet/text-data', 'en')).includes(sign))
  },
})

// Small sums are not looked at otherwise.
const HOLD_SMALL = operator('velocity set out_floor_percent 10')
const HOLD_AS_BEFORE = operator('velocity reset out_floor_percent')

const send: Step = {
  says: 'Send 900.00 USD of it to somebody else by their phone number.',
  async run({ wallet, user }) {
    const { phone } = await aUser(wallet)
    await idOf(() => user.send('900.00', 'USD', { phone }))
  },
}

const correctWhatIsSpent: Step = {
  says: `From another wallet that has 50.00 USD send this one 40.00 USD, and withdraw 30.00 USD of it here. ${typed('correct <the transfer> --reason "sent to the wrong person" --reference "letter 17"')}`,
  async run({ wallet, user }) {
    const sent = await (await aUser(wallet, '50.00 USD')).send('40.00', 'USD', { phone: user.phone })
    await user.withdraw('30.00', 'USD')
    const why = ['--reason', 'sent to the wrong person', '--reference', 'letter 17']
    await operate({ DATABASE_URL: wallet.databaseUrl }, ['correct', String(sent.transaction_id), ...why, '--yes', '--as', 'vera'])
  },
}

const withdrawToOneCard: Step = {
  says: 'From each of two wallets that have 50.00 USD withdraw 40.00 USD to the card 2200 1234 5601 6669.',
  async run({ wallet }) {
    for (const _ of ['one', 'another'])
      await (await aUser(wallet, '50.00 USD')).withdraw('40.00', 'USD', { pan: '2200123456016669' })
  },
}

const reportRequest: Step = {
  says: 'From another wallet ask this one for 40.00 USD. Block who has asked, and say why.',
  async run({ wallet, user }) {
    const other = await aUser(wallet, '50.00 USD')
    const { id: account_id } = await other.account('USD')
    const { request } = await other.post('/v2/wallet/request', { account_id, amount: '40.00', to: { phone: user.phone } })
    const { id } = request as { id: string }
    await user.post('/v2/wallet/transfer/block', { request_id: id, is_blocked: true, report: 'I owe them nothing' })
  },
}

const reportSender: Step = {
  says: 'From another wallet send this one 40.00 USD. Block who has sent it, and say why.',
  async run({ wallet, user }) {
    const { transaction_id } = await (await aUser(wallet, '50.00 USD')).send('40.00', 'USD', { phone: user.phone })
    await user.post('/v2/wallet/transfer/block', { transaction_id, is_blocked: true, report: 'I do not know them' })
  },
}

const ratesOf = (user: TestUser) => user.post('/v2/wallet/exchange/rates')
const openExchange: Step = {
  says: 'Open the exchange in the wallet.',
  async run({ user }) {
    await whenNotBusy(() => ratesOf(user))
  },
}
const openExchangeLater: Step = {
  says: 'Half a minute later open the exchange in the wallet.',
  async run({ wallet, user }) {
    wallet.passSeconds(31)
    await ratesOf(user)
  },
}

const WITH_50 = topUp('50.00')

/** An exercise for every kind of case that can come about at all: those of versions before cannot. */
export const EXERCISES: Readonly<Record<string, Exercise>> = {
  payment_amount_differs: { steps: [beginTopUp, press('topup', 'end_less')] },
  topup_without_end: { steps: [beginTopUp, press('topup', 'silence'), wait] },
  payment_without_order: { steps: [topUp('70.00'), press('topup', 'stray')] },
  payment_after_closing: { steps: [beginTopUp, press('topup', 'fail'), closeWallet, press('topup', 'end')] },
  payment_not_credited: { steps: [payToRequisites, press('incoming', 'stray')] },
  payment_changed: { steps: [topUp('70.00'), press('topup', 'end_less')] },
  topup_charged_back: { steps: [topUp('70.00'), withdraw('paid'), press('topup', 'take_back')] },
  payout_paid_after_return: { steps: [WITH_50, withdraw('declined'), press('payout', 'end')] },
  payout_returned: { steps: [WITH_50, withdraw('paid'), press('payout', 'take_back')] },
  payout_amount_differs: { steps: [WITH_50, withdraw('silent'), press('payout', 'end_less')] },
  payout_changed: { steps: [WITH_50, withdraw('paid'), press('payout', 'end_less')] },
  payout_without_withdrawal: { steps: [WITH_50, withdraw('paid'), press('payout', 'stray')] },
  payout_without_end: { steps: [WITH_50, withdraw('silent'), wait] },
  seller_payment_without_end: { steps: [WITH_50, paySeller('silent'), wait] },
  seller_payment_paid_after_return: { steps: [WITH_50, paySeller('declined'), press('seller', 'end')] },
  seller_payment_returned: { steps: [WITH_50, paySeller('paid'), press('seller', 'take_back')] },
  seller_payment_amount_differs: { steps: [WITH_50, paySeller('silent'), press('seller', 'end_less')] },
  seller_payment_changed: { steps: [WITH_50, paySeller('paid'), press('seller', 'end_less')] },
  seller_payment_unasked: { steps: [WITH_50, paySeller('paid'), press('seller', 'stray')] },
  identification_without_end: { steps: [identify('leave'), press('identity', 'silence'), wait] },
  identification_changed_its_end: { steps: [identify('approve'), press('identity', 'take_back')] },
  rate_jumped: { steps: [openExchange, pressRates('jump'), openExchangeLater], afterwards: [pressRates('jump_off')] },
  rates_stale: { steps: [pressRates('stale'), openExchangeLater], afterwards: [pressRates('stale_off')] },
  transfer_held: { steps: [HOLD_SMALL, topUp('1000.00'), send], afterwards: [HOLD_AS_BEFORE] },
  withdrawal_held: { steps: [HOLD_SMALL, topUp('1000.00'), withdraw('paid', '900.00')], afterwards: [HOLD_AS_BEFORE] },
  payment_held: { steps: [HOLD_SMALL, topUp('1000.00'), paySeller('paid', '900.00')], afterwards: [HOLD_AS_BEFORE] },
  operation_reversed: { steps: [correctWhatIsSpent] },
  card_of_several_wallets: {
    steps: [operator('velocity set card_wallets 1'), withdrawToOneCard],
    afterwards: [operator('velocity reset card_wallets')],
  },
  request_reported: { steps: [reportRequest] },
  sender_reported: { steps: [reportSender] },
}
