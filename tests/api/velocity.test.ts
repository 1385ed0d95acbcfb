import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '#server/verify-books'
import { type Answer, aKey, aUser, aUserWith, freshPhone, PIN, readCode, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { rounds } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet({
    VELOCITY_RECIPIENTS_PER_HOUR: '2',
    VELOCITY_OUT_FLOOR_PERCENT: '10',
    VELOCITY_SENDERS_PER_DAY: '2',
    VELOCITY_NEW_DAYS: '2',
    VELOCITY_CARD_WALLETS: '2',
    P2P_LOOKUPS_PER_DAY: '100',
    CODES_PER_PHONE_HOUR: '100',
    SESSION_IDLE_SECONDS: '99999999',
    SESSION_ABSOLUTE_SECONDS: '99999999',
  })
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PATH = '/v2/wallet/transfer'
const [HOUR, DAY] = [3600, 86_400]
const CHECKED = { http: 200, status: 'checking', message: 'The transfer is being checked, usually within a day' }
const ENDED = { http: 409, code: 'transfer_ended' }
const takeBack = (user: TestUser, transaction_id: unknown): Promise<Answer> => user.post(`${PATH}/take-back`, { transaction_id })
const receive = (user: TestUser, transaction_id: unknown, protection_code?: string): Promise<Answer> =>
  user.post(`${PATH}/receive`, { transaction_id, ...(protection_code && { protection_code }) })

/** Sends so that the answer is in English. */
async function sendTo(user: TestUser, phone: string, amount: string, also: Record<string, string> = {}): Promise<Answer> {
  const { id: from_account_id } = await user.account('USD')
  return user.post(PATH, { from_account_id, to: { phone }, amount, pin: PIN, ...also }, { language: 'en' })
}

/** Gives the person's line that is of one operation. */
async function lineOf(user: TestUser, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { results } = await user.get('/v2/wallet/transaction', 'en')
  return (results as Record<string, unknown>[]).find(({ operation_id }) => operation_id === id)
}

/** The details of the case of a transfer. */
async function whyOf(id: unknown): Promise<string> {
  const { id: caseId } = await cases.about(String(id))
  return (await cases.operator('cases', 'show', caseId)).said
}

const end = async (id: unknown, way: 'release' | 'return'): Promise<void> =>
  cases.resolve((await cases.about(String(id))).id, way)

/** A transfer of 800 USD that is held, as just as much has come in. */
async function aHeld(
  to: { readonly phone: string },
  also: Record<string, string> = {},
): Promise<{ anna: TestUser; id: unknown }> {
  const anna = await aUser(wallet, '1000.00 USD')
  const sent = await sendTo(anna, to.phone, '800.00', also)
  expect(sent).toMatchObject(CHECKED)
  return { anna, id: sent.transaction_id }
}

test('who sends to a third number within an hour has it held, to one of the two before it goes [api-velocity-1]', async () => {
  const anna = await aUser(wallet, '900.00 USD')
  const [boris, vera, gleb] = [await aUser(wallet), await aUser(wallet), await aUser(wallet)]
  for (const { phone } of [boris, vera, boris]) expect(await sendTo(anna, phone, '10.00')).toMatchObject({ status: 'ok' })
  const held = await sendTo(anna, gleb.phone, '10.00')
  expect(held).toMatchObject(CHECKED)
  expect(await whyOf(held.transaction_id)).toMatch(/why +3 different recipients in an hour, more than 2\nrule +many_recipients\n/)
  expect(await gleb.balance('USD')).toBe('0.00')
  // What is held counts as every other.
  expect(await sendTo(anna, boris.phone, '10.00')).toMatchObject(CHECKED)
  wallet.passSeconds(HOUR + 1)
  expect(await sendTo(anna, gleb.phone, '10.00')).toMatchObject({ status: 'ok' })
  expect(await sendTo(anna, vera.phone, '10.00')).toMatchObject({ status: 'ok' })
})

test('what goes out right after as much has come in is held, with what went to a card before; a cent less is not [api-velocity-2]', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '1000.00 USD'), await aUser(wallet, '1000.00 USD'), await aUser(wallet)]
  expect(await sendTo(anna, vera.phone, '799.99')).toMatchObject({ status: 'ok' })
  expect(await boris.withdraw('500.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await sendTo(boris, vera.phone, '299.99')).toMatchObject({ status: 'ok' })
  const held = await sendTo(boris, vera.phone, '10.00')
  expect(held).toMatchObject(CHECKED)
  expect(await whyOf(held.transaction_id)).toMatch(
    /why +80 % of what came in within an hour goes out, of 80 % or more\nrule +out_after_in\n/,
  )
})

test('what pays a request is paid whatever a rule says, and the operator has a case of it; of others not', async () => {
  const [anna, boris] = [await aUser(wallet, '1000.00 USD'), await aUser(wallet, '10.00 USD')]
  const { id: account_id } = await boris.account('USD')
  const made = async (amount: string): Promise<string> => {
    const { request } = await boris.post('/v2/wallet/request', { account_id, amount, to: { phone: anna.phone } })
    return (request as { id: string }).id
  }
  const [little, much] = [await made('10.00'), await made('800.00')]
  expect(await anna.send('10.00', 'USD', { request_id: little })).toMatchObject({ status: 'ok' })
  expect(await anna.send('800.00', 'USD', { request_id: much })).toMatchObject({ status: 'ok' })
  expect(await boris.balance('USD')).toBe('820.00')
  expect(await whyOf(much)).toMatch(
    /kind +request_paid_fast\n.*why +81 % of what came in within an hour goes out, of 80 % or more\n/s,
  )
  await expect(cases.about(little)).rejects.toThrow()
  // Neither of the two is told that somebody looks into it.
  for (const user of [anna, boris]) {
    const { obstacles } = await user.post('/v2/wallet/profile/close/send_code', {})
    expect(obstacles).toMatchObject([{ kind: 'balance' }])
  }
})

test('what came in more than an hour ago, or is less than a tenth of what may be sent in a day, goes out whole', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '1000.00 USD'), await aUser(wallet, '999.99 USD'), await aUser(wallet)]
  expect(await sendTo(boris, vera.phone, '999.99')).toMatchObject({ status: 'ok' })
  wallet.passSeconds(HOUR + 1)
  expect(await sendTo(anna, vera.phone, '1000.00')).toMatchObject({ status: 'ok' })
})

test('what was received from somebody, or exchanged, has come in like a top-up that was ordered long ago', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '5000.00 USD'), await aUser(wallet), await aUser(wallet)]
  expect(await sendTo(anna, boris.phone, '1000.00')).toMatchObject({ status: 'ok' })
  expect(await sendTo(boris, vera.phone, '800.00')).toMatchObject(CHECKED)
  const dmitri = await aUser(wallet, '2000.00 EUR')
  wallet.passSeconds(HOUR + 1)
  await dmitri.exchange('1500.00', 'EUR', 'USD')
  expect(await sendTo(dmitri, vera.phone, (await dmitri.account('USD')).balance)).toMatchObject(CHECKED)
})

test('the third who sends to a new wallet within a day has it held, nobody who sends to one that is not new [api-velocity-3]', async () => {
  const senders = [await aUser(wallet, '90.00 USD'), await aUser(wallet, '90.00 USD'), await aUser(wallet, '90.00 USD')]
  const [, second, third] = senders as [TestUser, TestUser, TestUser]
  const boris = await aUser(wallet)
  const answers = []
  for (const sender of senders) answers.push(await sendTo(sender, boris.phone, '10.00'))
  expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'checking'])
  expect(await whyOf(answers[2]?.transaction_id)).toMatch(
    /why +3 different senders in 24 hours to a wallet younger than 2 days, more than 2\nrule +many_senders\n/,
  )
  wallet.passSeconds(DAY + 1)
  expect(await sendTo(second, boris.phone, '10.00')).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  for (const sender of [...senders, third]) expect(await sendTo(sender, boris.phone, '10.00')).toMatchObject({ status: 'ok' })
})

test('a number without a wallet is as a new one', async () => {
  const phone = freshPhone()
  const statuses = []
  for (let place = 0; place < 3; place += 1) {
    const sent = await sendTo(await aUser(wallet, '90.00 USD'), phone, '10.00')
    statuses.push(sent.status)
    if (place === 2) expect(await whyOf(sent.transaction_id)).toContain('to a number without a wallet')
  }
  expect(statuses).toEqual(['pending', 'pending', 'checking'])
})

test('its sender reads that it is being checked and nothing of why; the recipient hears nothing of it [api-velocity-4]', async () => {
  const boris = await aUser(wallet)
  const { anna, id } = await aHeld(boris, { protection_code: '4711' })
  expect(await anna.balance('USD')).toBe('200.00')
  const line = await lineOf(anna, id)
  expect(line).toMatchObject({ state: 'pending', status: 'being checked', in_balance: true, amount: '-800.00' })
  expect(await anna.told()).toContain('Your transfer of $800.00 to Анна С. is being checked, usually within a day')
  const all = [line, await anna.get('/v2/wallet/profile/data'), await anna.get('/v2/wallet/user/notification', 'en')]
  expect(JSON.stringify(all)).not.toMatch(/out_after_in|transfer_held|velocity/)
  expect(await boris.incoming()).toEqual([])
  expect(await boris.told()).not.toContain('Анна С.')
  expect(await receive(boris, id, '4711')).toMatchObject({ http: 404, code: 'transfer_unknown' })
  const block = { transaction_id: id, is_blocked: true }
  expect(await boris.post(`${PATH}/block`, block)).toMatchObject({ http: 404, code: 'transfer_unknown' })
  expect(await anna.post('/v2/wallet/profile/close/send_code', {})).toMatchObject({ code: 'wallet_not_empty' })
})

test('let go, it goes at once where it would have', async () => {
  const boris = await aUser(wallet)
  const { anna, id } = await aHeld(boris, { message: 'За август' })
  await end(id, 'release')
  expect(await boris.balance('USD')).toBe('800.00')
  expect(await lineOf(boris, id)).toMatchObject({ direction: 'in', amount: '800.00', state: 'complete', note: 'За август' })
  expect(await lineOf(anna, id)).toMatchObject({ state: 'complete' })
  expect(await boris.told()).toContain('Анна С. sent you $800.00')
  expect(await takeBack(anna, id)).toMatchObject(ENDED)
})

test('let go, it opens an account where there is none, and waits while a limit of the recipient’s is full', async () => {
  const boris = await aUser(wallet)
  const { id } = await aHeld(boris)
  const set = (most: string) =>
    cases.operator('limits', 'set', 'basic', 'USD', '--p2p-received-monthly', most, '--yes', '--note', 'test')
  expect(await set('799')).toMatchObject({ code: 0 })
  await end(id, 'release')
  expect(await boris.balance('USD')).toBe('0.00')
  expect(await set('100000')).toMatchObject({ code: 0 })
  wallet.passSeconds(HOUR + 1)
  await until(async () => (await boris.balance('USD')) === '800.00')
})

test('let go, it waits for its code, for the recipient’s word, or for a sign-up, three days from then on', async () => {
  const [boris, hidden, phone] = [await aUser(wallet), await aUser(wallet), freshPhone()]
  await hidden.post(`${PATH}/settings/save`, { found_by_phone: false })
  const byCode = await aHeld(boris, { protection_code: '4711' })
  const byHand = await aHeld(hidden)
  const atSignUp = await aHeld({ phone })
  const vera = await aUserWith(wallet, phone)
  const back = await aHeld(boris, { protection_code: '4711' })
  for (const { id } of [byCode, byHand, atSignUp, back]) await end(id, 'release')
  expect(await boris.told()).toContain('Анна С. sent you money')
  expect(await boris.incoming()).toMatchObject([{ transaction_id: back.id }, { transaction_id: byCode.id, needs_code: true }])
  expect(await receive(boris, byCode.id, '4711')).toMatchObject({ status: 'ok' })
  expect(await hidden.incoming()).toMatchObject([{ transaction_id: byHand.id, needs_code: false }])
  expect(await receive(hidden, byHand.id)).toMatchObject({ status: 'ok' })
  await until(async () => (await vera.balance('USD')) === '800.00')
  expect([await boris.balance('USD'), await hidden.balance('USD')]).toEqual(['800.00', '800.00'])
  wallet.passSeconds(3 * DAY)
  await until(async () => (await back.anna.balance('USD')) === '1000.00')
})

test('who has blocked the sender meanwhile is not credited, and hears nothing of it', async () => {
  const [anna, boris] = [await aUser(wallet, '2000.00 USD'), await aUser(wallet)]
  const { transaction_id } = await sendTo(anna, boris.phone, '10.00')
  const held = await sendTo(anna, boris.phone, '1700.00')
  expect(held).toMatchObject(CHECKED)
  await boris.post(`${PATH}/block`, { transaction_id, is_blocked: true })
  await end(held.transaction_id, 'release')
  wallet.passSeconds(HOUR + 1)
  expect(await boris.balance('USD')).toBe('10.00')
  wallet.passSeconds(3 * DAY)
  await until(async () => (await anna.balance('USD')) === '1990.00')
})

test('not let go, it goes back whole, and its sender is told', async () => {
  const boris = await aUser(wallet)
  const { anna, id } = await aHeld(boris)
  await end(id, 'return')
  expect(await anna.balance('USD')).toBe('1000.00')
  expect(await lineOf(anna, id)).toMatchObject({ state: 'failed', status: 'returned', in_balance: false })
  expect(await anna.told()).toContain('$1,000.00')
  expect(await anna.told()).toContain('the transfer to Анна С. was not completed after a check')
  expect(await boris.told()).not.toContain('Анна С.')
})

test('taken back, its case ends by itself; another’s is not taken back', async () => {
  const boris = await aUser(wallet)
  const { anna, id } = await aHeld(boris)
  expect(await takeBack(boris, id)).toMatchObject({ http: 404, code: 'transfer_unknown' })
  const key = aKey()
  for (const _ of [1, 2])
    expect(await anna.post(`${PATH}/take-back`, { transaction_id: id }, { key })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('1000.00')
  const { id: caseId, resolution } = await cases.about(String(id))
  expect(resolution).toBe('its sender has taken it back')
  await cases.expectRefused(caseId, ['release'], `It has ended: ${resolution}`)
})

test('nobody who ends it for seven days sends it back, and the case says so [api-velocity-5]', async () => {
  const boris = await aUser(wallet)
  const { anna, id } = await aHeld(boris)
  wallet.passSeconds(7 * DAY - HOUR)
  expect(await lineOf(anna, id)).toMatchObject({ status: 'being checked' })
  wallet.passSeconds(HOUR)
  await until(async () => (await anna.balance('USD')) === '1000.00')
  expect((await cases.about(String(id))).resolution).toBe('nobody has ended it in seven days: it went back')
  expect(await anna.told()).toContain('was not completed after a check')
})

test('the check of the books finds what is held without its case, and a case of what is not held', async () => {
  const { anna, id } = await aHeld(await aUser(wallet))
  const change = (text: string) => wallet.database.run({ name: `test.${text.slice(0, 60)}`, text }, [id])
  const close = () => change("update operator_case set resolved_at = now(), resolution = 'test' where reference = $1")
  const open = () => change('update operator_case set resolved_at = null, resolution = null where reference = $1')
  const faults = async () => (await wallet.database.inSnapshot(verifyBooks)).flatMap(({ faults: found }) => found)
  await close()
  expect(await faults()).toEqual([expect.stringContaining('is held without an open case')])
  await open()
  expect(await takeBack(anna, id)).toMatchObject({ status: 'ok' })
  await open()
  expect(await faults()).toEqual([expect.stringContaining('is an open case of a transfer that is not held')])
  await close()
})

test('let go and taken back in the same moment: exactly one, again and again [api-velocity-6]', async () => {
  const anna = await aUser(wallet, '5000.00 USD')
  const people = [await aUser(wallet), await aUser(wallet), await aUser(wallet)] as const
  for (const { phone } of people.slice(0, 2)) await sendTo(anna, phone, '10.00')
  const [, , boris] = people
  const before = Number(await anna.balance('USD'))
  let released = 0
  const hold = async () => {
    const id = (await sendTo(anna, boris.phone, '10.00')).transaction_id
    const { id: caseId } = await cases.about(String(id))
    const release = async () => (await cases.operator('cases', 'resolve', caseId, 'release', '--yes')).code === 0
    return { release, takeBack: async () => (await takeBack(anna, id)).http }
  }
  const atOnce = 5
  for (let round = 0; round < rounds(50); round += atOnce) {
    const held = await Promise.all(Array.from({ length: atOnce }, hold))
    await Promise.all(
      held.map(async ({ release, takeBack: takeItBack }, place) => {
        const takeBackLater = async () => {
          // Other requests in between, as the command takes longer than a request.
          for (let others = 0; others < 4 * place; others += 1) await anna.balance('USD')
          return takeItBack()
        }
        const [isReleased, http] = await Promise.all([release(), takeBackLater()])
        expect(http).toBe(isReleased ? 409 : 200)
        if (isReleased) released += 1
      }),
    )
  }
  // Which of the two comes first hangs on the machine; each has to be able to.
  const first = await hold()
  expect([await first.release(), await first.takeBack()]).toEqual([true, 409])
  const second = await hold()
  expect([await second.takeBack(), await second.release()]).toEqual([200, false])
  expect(await boris.balance('USD')).toBe(`${10 * (released + 1)}.00`)
  expect(Number(await anna.balance('USD'))).toBe(before - 10 * (released + 1))
})

test('a third wallet that withdraws to one card is paid and opens a case, once; the fourth opens it again [api-velocity-7]', async () => {
  const [pan, other] = ['2200123456786669', '2200123456785554']
  const people = await Promise.all([1, 2, 3, 4].map(() => aUser(wallet, '100.00 USD')))
  const [anna, boris, vera, gleb] = people as [TestUser, TestUser, TestUser, TestUser]
  const open = async () => (await cases.operator('cases', 'list')).said.split('card_of_several_wallets').length - 1
  const pay = async (user: TestUser, to: string) =>
    expect(await user.withdraw('5.00', 'USD', { pan: to })).toMatchObject({ http: 200 })
  for (const user of [anna, boris, anna]) await pay(user, pan)
  for (const user of [vera, gleb]) await pay(user, other)
  expect(await open()).toBe(0)
  await pay(vera, pan)
  expect(await open()).toBe(1)
  const text = "select id from operator_case where kind = 'card_of_several_wallets'"
  const found = await wallet.database.find<{ id: string }>({ name: 'test.card_case', text })
  const id = found?.id ?? ''
  const shown = (await cases.operator('cases', 'show', id)).said
  expect(shown).toMatch(/why +3 wallets in 30 days, more than 2\ncard +220012\*{6}6669\n/)
  await cases.resolve(id, 'close')
  await pay(boris, pan)
  expect(await open()).toBe(0)
  await pay(gleb, pan)
  expect(await open()).toBe(1)
  // It keeps nobody from closing a wallet, who would hear of it.
  await anna.withdraw('90.00', 'USD', { pan })
  await anna.post('/v2/wallet/profile/close/send_code', {})
  expect(await readCode(wallet, anna.phone)).toMatch(/^\d{4}/)
})

test('the operator changes a figure beside the running wallet, to 0 to switch its rule off', async () => {
  const change = (...words: string[]) => cases.operator('velocity', ...words, '--yes')
  const [anna, boris] = [await aUser(wallet, '1000.00 USD'), await aUser(wallet)]
  expect(await sendTo(anna, boris.phone, '800.00')).toMatchObject(CHECKED)
  expect(await change('set', 'out_percent', '0')).toMatchObject({ code: 0, complaint: '' })
  await until(async () => (await sendTo(anna, boris.phone, '1.00')).status === 'ok')
  expect((await cases.operator('velocity', 'list')).said).toMatch(/out_percent +0 +operator/)
  expect(await change('reset', 'out_percent')).toMatchObject({ code: 0, complaint: '' })
  expect((await cases.operator('velocity', 'list')).said).toMatch(/out_percent +80 +setting/)
  for (const [figure, number] of [
    ['out_percent', '-1'],
    ['out_percent', '1000001'],
    ['nothing', '1'],
  ])
    expect(await change('set', String(figure), String(number))).toMatchObject({ code: 1 })
})
