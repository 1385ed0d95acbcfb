import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import { convertDown, parseRate } from '#money/rate'
import { aKey, ask, aUser, freshPhone, PIN, readCode, type TestUser, until } from '#tests/builders'
import { type Operated, operate, runOperator } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** Runs a command of the operator on the running wallet. */
function operator(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl }, words)
}

/** Makes a change that is to succeed. */
async function change(...words: string[]): Promise<string> {
  const operated = await operator(...words, '--yes', '--as', 'vera')
  expect(operated).toMatchObject({ code: 0, complaint: '' })
  return operated.said
}

interface Recorded {
  changed_at: Date
  changed_by: string
  area: string
  subject: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  note: string | null
}

/** What was recorded about a subject, newest first. */
function recorded(subject: string): Promise<Recorded[]> {
  const text = 'select * from operator_change where subject = $1 order by id desc'
  return wallet.database.list<Recorded>({ name: 'test.recorded', text }, [subject])
}

function config(): Promise<Record<string, unknown>> {
  return ask(wallet, 'GET', '/v2/wallet/config')
}

async function told(user: TestUser, language = 'ru'): Promise<string[]> {
  const { results } = await user.get('/v2/wallet/user/notification', language)
  return (results as { message: string }[]).map(({ message }) => message)
}

describe('a feature flag', () => {
  test('that is off refuses new orders at once, answers earlier ones, and is recorded with who, when, before and after', async () => {
    const anna = await aUser(wallet)
    const body = { amount: '5.00', currency_code: 'USD' }
    const key = aKey()
    const earlier = await anna.post('/v2/wallet/top-up', body, { key })
    const until2099 = '2099-01-01T00:00:00.000Z'
    const begunAt = new Date()
    await change('flags', 'off', 'topup', '--until', '2099-01-01T03:00+03:00', '--note', 'the bank is away')
    await until(async () => (await config()).switched_off_until !== undefined && (await isOff('topup')))
    expect(await config()).toMatchObject({ switched_off_until: { topup: until2099 } })
    expect(await anna.post('/v2/wallet/top-up', body, { language: 'en' })).toMatchObject({
      http: 403,
      code: 'switched_off',
      message: 'Top-up is temporarily unavailable',
    })
    expect(await anna.post('/v2/wallet/top-up', body, { key })).toEqual(earlier)
    const [off] = await recorded('topup')
    expect(off).toMatchObject({
      changed_by: 'vera',
      area: 'flags',
      before: { state: 'on', until: null },
      after: { state: 'off', until: until2099 },
      note: 'the bank is away',
    })
    expect(off?.changed_at.getTime()).toBeGreaterThanOrEqual(begunAt.getTime())
    expect((await operator('changes', '--limit', '1')).said).toContain('vera  flags · topup  (the bank is away)')

    await change('flags', 'on', 'topup')
    await until(async () => !(await isOff('topup')))
    expect(await anna.post('/v2/wallet/top-up', body)).toMatchObject({ status: 'ok' })
  })

  test('that was off keeps no refusal: the same request, sent again under its key, is served once it is on', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const rate = await anna.rate('USD', 'RUB')
    const asked = {
      withdrawal: (key: string) => anna.withdraw('10.00', 'USD', { key }),
      topup: (key: string) => anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' }, { key }),
      exchange: async (key: string) =>
        anna.post(
          '/v2/wallet/exchange',
          {
            from_account_id: (await anna.account('USD')).id,
            to_account_id: (await anna.account('RUB')).id,
            from_amount: '1.00',
            to_amount: creditOf(rate),
            rate_id: rate.id,
          },
          { key },
        ),
    }
    for (const [feature, ask] of Object.entries(asked)) {
      const key = aKey()
      await change('flags', 'off', feature)
      await until(async () => isOff(feature))
      expect(await ask(key)).toMatchObject({ http: 403, code: 'switched_off' })
      await change('flags', 'on', feature)
      await until(async () => !(await isOff(feature)))
      expect(await ask(key)).toMatchObject({ status: 'ok' })
    }
    expect(await anna.balance('USD')).toBe('89.00')
  })

  test('off until a time is on once that has come', async () => {
    // A wallet of its own: its clock is moved on.
    const other = await startTestWallet()
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const words = ['flags', 'off', 'account_create', '--until', soon, '--yes']
    expect(await operate({ DATABASE_URL: other.databaseUrl }, words)).toMatchObject({ code: 0 })
    const configOfOther = () => ask(other, 'GET', '/v2/wallet/config')
    await until(async () => (await configOfOther()).switched_off_until?.['account_create' as never] === soon)
    const anna = await aUser(other)
    const open = () => anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
    expect(await open()).toMatchObject({ http: 403, code: 'switched_off' })
    other.passSeconds(3601)
    expect(await configOfOther()).toMatchObject({ switches: { account_create: true }, switched_off_until: {} })
    expect(await open()).toMatchObject({ status: 'ok' })
    await other.expectTrueBooks()
    await other.close()
  })

  test('of money that moved already does not take back its answer', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const rate = await anna.rate('USD', 'RUB')
    const terms = {
      from_account_id: (await anna.account('USD')).id,
      to_account_id: (await anna.account('RUB')).id,
      from_amount: '1.00',
      to_amount: creditOf(rate),
      rate_id: rate.id,
    }
    const [withdrawalKey, exchangeKey] = [aKey(), aKey()]
    const withdrawn = await anna.withdraw('10.00', 'USD', { key: withdrawalKey })
    const exchanged = await anna.post('/v2/wallet/exchange', terms, { key: exchangeKey })
    expect([withdrawn.status, exchanged.status]).toEqual(['ok', 'ok'])
    await Promise.all([change('flags', 'off', 'withdrawal'), change('flags', 'off', 'exchange')])
    await until(async () => (await isOff('withdrawal')) && (await isOff('exchange')))
    expect(await anna.withdraw('10.00', 'USD', { key: withdrawalKey })).toEqual(withdrawn)
    expect(await anna.post('/v2/wallet/exchange', terms, { key: exchangeKey })).toEqual(exchanged)
    expect(await anna.withdraw('10.00', 'USD')).toMatchObject({ http: 403, code: 'switched_off' })
    expect(await anna.post('/v2/wallet/exchange', terms)).toMatchObject({ http: 403, code: 'switched_off' })
    expect(await anna.balance('USD')).toBe('89.00')
    await Promise.all([change('flags', 'on', 'withdrawal'), change('flags', 'on', 'exchange')])
    await until(async () => !((await isOff('withdrawal')) || (await isOff('exchange'))))
    expect(await anna.withdraw('10.00', 'USD')).toMatchObject({ status: 'ok' })
  })
})

async function isOff(name: string): Promise<boolean> {
  return (await config()).switches?.[name as never] === false
}

describe('a command', () => {
  test('changes nothing on a dry run, and nothing without a terminal and without --yes', async () => {
    const words = ['flags', 'off', 'kyc']
    // As a program, which speaks on stdout and complains on stderr.
    const environment = { DATABASE_URL: wallet.databaseUrl }
    const dry = await runOperator(environment, [...words, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('Dry run: nothing was changed.') })
    const alone = await runOperator(environment, words)
    expect(alone).toMatchObject({ code: 1, complaint: expect.stringContaining('Say --yes') })
    for (const { said } of [dry, alone]) expect(said).toMatch(/state {2}on +→ off/)
    expect(await recorded('kyc')).toEqual([])
    expect(await isOff('kyc')).toBe(false)
  })

  test.each([
    [['flags', 'off', 'top-up'], 'There is no feature flag "top-up"; there are topup, withdrawal,'],
    [['flags', 'off', 'topup', '--until', '2020-01-01T00:00Z'], '2020-01-01T00:00:00.000Z has passed already'],
    [['limits', 'set', 'basic', 'RUB', '--topup-min', '1e3'], '--topup-min: "1e3" is no amount of RUB'],
    [['texts', 'set', 'off.until', 'en', 'Soon'], 'The text has to say {time}'],
    [['users', 'set', '+447911000000', '--level', 'full'], 'Nobody has a wallet with +447911000000'],
    [['notify', 'everybody', '--ru', 'Привет'], 'Say it in every language'],
  ])('that cannot be done says why in one line and ends with 1: %j', async (words, complaint) => {
    const operated = await operator(...words, '--yes')
    expect(operated.code).toBe(1)
    expect(operated.complaint).toContain(complaint)
    expect(operated.complaint).not.toContain('\n')
  })

  test('beside another at once loses nothing: both are in effect, and both recorded', async () => {
    await Promise.all([
      change('limits', 'set', 'full', 'GBP', '--topup-min', '7'),
      change('limits', 'set', 'full', 'GBP', '--topup-max', '777'),
    ])
    const { said } = await operator('levels', 'show', 'full')
    expect(said).toMatch(/GBP +7\.00 +777\.00 /)
    const [second, first] = await recorded('full GBP')
    expect(second?.before).toEqual(first?.after)
    expect(second?.after).toMatchObject({ topup_min: '7.00', topup_max: '777.00' })
  })

  test('that finds everything as it wants it changes and records nothing', async () => {
    expect(await change('flags', 'off', 'market')).toContain('nothing to change')
    expect(await recorded('market')).toEqual([])
  })
})

test('a limit and a fee count for the next withdrawal, and the page is told of them', async () => {
  const anna = await aUser(wallet, '100.00 EUR')
  await change('limits', 'set', 'basic', 'EUR', '--withdrawal-min', '20', '--withdrawal-fee-percent', '1.5')
  expect(await anna.withdraw('10.00', 'EUR')).toMatchObject({ http: 422, code: 'amount_min' })
  // Whoever was told the earlier fee pays no other.
  const told = { amount: '20.00', currency_code: 'EUR', pin: PIN, pan: '2200123456784821' }
  const atEarlierFee = await anna.post('/v2/wallet/withdrawal', { ...told, total: '20.00' })
  expect(atEarlierFee).toMatchObject({ http: 409, code: 'amount_mismatch', field: 'total' })
  expect(await anna.balance('EUR')).toBe('100.00')
  expect(await anna.post('/v2/wallet/withdrawal', { ...told, total: '20.30' })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('EUR')).toBe('79.70')
  const limits = (await config()).limits as { currency_code: string }[]
  expect(limits.find(({ currency_code }) => currency_code === 'EUR')).toMatchObject({
    withdrawal_min: '20.00',
    withdrawal_fee_percent: '1.50',
  })
  expect((await recorded('basic EUR'))[0]).toMatchObject({
    area: 'limits',
    before: { withdrawal_min: '1.00', withdrawal_fee_percent: '0.00' },
    after: { withdrawal_min: '20.00', withdrawal_fee_percent: '1.50' },
  })
})

test('a margin is in the next rate of its pair alone, and an earlier quote keeps its own', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const before = await anna.rate('USD', 'RUB')
  const other = await anna.rate('USD', 'EUR')
  await change('margins', 'set', 'USD', 'RUB', '10')
  await until(async () => Number((await anna.rate('USD', 'RUB')).quantity_out) < Number(before.quantity_out) * 0.95)
  expect((await anna.rate('USD', 'EUR')).quantity_out).toBe(other.quantity_out)
  const credited = creditOf(before)
  const exchanged = await anna.post('/v2/wallet/exchange', {
    from_account_id: (await anna.account('USD')).id,
    to_account_id: (await anna.account('RUB')).id,
    from_amount: '1.00',
    to_amount: credited,
    rate_id: before.id,
  })
  expect(exchanged).toMatchObject({ status: 'ok', to_amount: credited })
  expect((await recorded('USD RUB'))[0]).toMatchObject({
    before: { percent: '0.50', source: 'default' },
    after: { percent: '10.00', source: 'operator' },
  })
  await change('margins', 'reset', 'USD', 'RUB')
  await until(async () => (await anna.rate('USD', 'RUB')).quantity_out === before.quantity_out)
})

test('a text of the operator stands above the others in its language only, in the server’s own messages too', async () => {
  const anna = await aUser(wallet)
  const texts = async (language: string) => {
    const { results } = await anna.get('/v2/wallet/text-data', language)
    return new Map((results as { iname: string; text: string }[]).map(({ iname, text }) => [iname, text]))
  }
  await change('texts', 'set', 'refusal.not_found', 'ru', 'Тут ничего нет')
  await until(async () => (await texts('ru')).get('refusal.not_found') === 'Тут ничего нет')
  const english = (await texts('en')).get('refusal.not_found')
  expect(english).toMatch(/^[^а-я]+$/)
  const nowhere = (language: string) => ask(wallet, 'GET', '/v2/wallet/nowhere', { language })
  expect([(await nowhere('ru')).message, (await nowhere('en')).message]).toEqual(['Тут ничего нет', english])
  await change('texts', 'reset', 'refusal.not_found', 'ru')
  await until(async () => (await texts('ru')).get('refusal.not_found') !== 'Тут ничего нет')
})

test('the support is where the operator says', async () => {
  await change('support', 'set', '--phone', '+7 495 111-22-33', '--hours', '24/7')
  const support = { phone: '+7 495 111-22-33', email: 'support@stater.example', hours: '24/7' }
  await until(async () => JSON.stringify((await config()).support) === JSON.stringify(support))
})

describe('a message', () => {
  test('reaches one person, in the language they read', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    await change('notify', `+${anna.phone}`, '--ru', 'Ваша карта готова', '--en', 'Your card is ready')
    expect(await told(anna)).toContain('Ваша карта готова')
    expect(await told(anna, 'en')).toContain('Your card is ready')
    expect(await told(boris)).toHaveLength(1)
  })

  test('to everybody reaches each person once, however often it is sent, and nobody who came later', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    await change('notify', 'everybody', '--ru', 'Ночью работы {amount}', '--en', 'Maintenance tonight')
    const [message] = await wallet.database.list<{ id: string }>({
      name: 'test.broadcast',
      text: `select id from operator_change where subject = 'everybody' order by id desc`,
    })
    const clara = await aUser(wallet)
    expect((await operator('notify', 'resume', String(message?.id))).said).toContain('Told 0 people.')
    for (const person of [anna, boris]) {
      expect((await told(person)).filter((words) => words === 'Ночью работы {amount}')).toHaveLength(1)
    }
    expect(await told(clara)).not.toContain('Ночью работы {amount}')
  })
})

test('a level set by hand brings its flags, its limits and a notice; a flag counts at once [api-operator-1]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await change('levels', 'set', 'full', '--name-ru', 'расширенный', '--name-en', 'extended')
  await change('users', 'set', `+${anna.phone}`, '--level', 'full')
  expect(await anna.get('/v2/wallet/auth/info', 'en')).toMatchObject({
    identification_level: { name: 'extended', ask_for_next: true },
  })
  expect(await told(anna)).toContain('Ваш уровень идентификации: расширенный')
  await change('users', 'set', `+${anna.phone}`, '--withdrawal', 'off')
  expect(await anna.withdraw('5.00', 'USD')).toMatchObject({ http: 403, code: 'withdrawal_not_allowed' })
  expect((await told(anna, 'en'))[0]).toBe('Withdrawals are paused for you. Contact support')
  expect((await operator('users', 'show', anna.phone)).said).toMatch(
    /level +full\ntopup +on\nwithdrawal +off\nexchange +on\naccount_create +on/,
  )
  const id = /^id +(\S+)$/m.exec((await operator('users', 'show', anna.phone)).said)?.[1] ?? ''
  expect(await recorded(id)).toMatchObject([
    { before: { level: 'full', withdrawal: 'on' }, after: { level: 'full', withdrawal: 'off' } },
    { before: { level: 'basic' }, after: { level: 'full', topup: 'on', withdrawal: 'on' } },
  ])
})

test('what is stopped for one person they alone cannot do, from that moment on and until it is let on; they are told, and it is recorded [api-operator-2]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const boris = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const exchange = await anna.exchangeBody('1.00', 'USD', 'RUB')
  const attempt = () => anna.post('/v2/wallet/exchange', exchange, { key })
  const open = (language = 'en') => anna.post('/v2/wallet/accounts', { currency_code: 'GBP' }, { language })
  await change('users', 'set', `+${anna.phone}`, '--exchange', 'off', '--account-create', 'off')

  expect(await attempt()).toMatchObject({ http: 403, code: 'feature_stopped' })
  expect(await anna.post('/v2/wallet/exchange', { ...exchange, pin: PIN })).toMatchObject({ code: 'feature_stopped' })
  expect([(await open('ru')).message, (await open('en')).message]).toEqual([
    'Открытие счетов: для вас приостановлено. Напишите в\u00a0поддержку',
    'Opening accounts is paused for you. Contact support',
  ])
  expect(await anna.withdraw('5.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await boris.post('/v2/wallet/exchange', await boris.exchangeBody('1.00', 'USD', 'RUB'))).toMatchObject({ status: 'ok' })
  const said = await told(anna, 'en')
  expect(said).toContain('Exchange is paused for you. Contact support')
  expect(said).toContain('Opening accounts is paused for you. Contact support')
  const shown = (await operator('users', 'show', anna.phone)).said
  expect(shown).toMatch(/exchange +off\naccount_create +off/)

  await change('users', 'set', `+${anna.phone}`, '--level', 'full', '--account-create', 'on')
  expect(await open()).toMatchObject({ status: 'ok' })
  expect(await attempt()).toMatchObject({ code: 'feature_stopped' })
  await change('users', 'set', `+${anna.phone}`, '--exchange', 'on')
  expect(await attempt()).toMatchObject({ status: 'ok' })
  expect(await recorded(/^id +(\S+)$/m.exec(shown)?.[1] ?? '')).toMatchObject([
    { before: { exchange: 'off' }, after: { exchange: 'on' } },
    { before: { account_create: 'off', exchange: 'off' }, after: { level: 'full', account_create: 'on', exchange: 'off' } },
    { before: { account_create: 'on', exchange: 'on' }, after: { account_create: 'off', exchange: 'off' } },
  ])
  expect(await operator('users', 'set', `+${anna.phone}`, '--exchange', 'no', '--yes')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('--exchange is on or off'),
  })
})

test('a PIN that was wrong too often is taken again at once when the operator unblocks it; who, when and from what is recorded', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const phone = `+${anna.phone}`
  for (let guess = 0; guess < 5; guess += 1) await anna.withdraw('5.00', 'USD', { pin: '0000' })
  expect(await anna.withdraw('5.00', 'USD')).toMatchObject({ code: 'pin_blocked' })
  expect((await operator('users', 'unblock-pin', phone, '--dry-run')).said).toMatch(/wrong +5 +→ 0/)
  expect(await anna.withdraw('5.00', 'USD')).toMatchObject({ code: 'pin_blocked' })
  await change('users', 'unblock-pin', phone, '--note', 'called from her number')
  expect(await anna.withdraw('5.00', 'USD', { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  expect(await anna.withdraw('5.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await recorded(await idOf(phone))).toMatchObject([
    {
      changed_by: 'vera',
      area: 'users',
      before: { wrong: '5', last_wrong_at: expect.stringMatching(/^20/) },
      after: { wrong: '0', last_wrong_at: null },
      note: 'called from her number',
    },
  ])
})

test('a PIN that is not blocked, of nobody, or not set, is not unblocked', async () => {
  const anna = await aUser(wallet)
  expect(await operator('users', 'unblock-pin', `+${anna.phone}`, '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('is not blocked and no wrong one is counted: nothing to change'),
  })
  expect(await recorded(await idOf(`+${anna.phone}`))).toEqual([])
  const complaint = 'Nobody has a wallet with +79120000000'
  expect(await operator('users', 'unblock-pin', '+79120000000', '--yes')).toMatchObject({ code: 1, complaint })
  const phone = freshPhone()
  const person = { first_name: 'Анна', last_name: 'С', email: 'a@b.example', phone }
  await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: person })
  const confirm_code = await readCode(wallet, phone)
  await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } })
  expect(await operator('users', 'unblock-pin', `+${phone}`, '--yes')).toMatchObject({
    code: 1,
    complaint: `+${phone} has set no PIN yet`,
  })
})

async function idOf(phone: string): Promise<string> {
  const row = await wallet.database.find<{ id: string }>(
    { name: 'test.id_of', text: 'select id from wallet_user where phone = $1' },
    [phone],
  )
  return row?.id ?? ''
}

/** What a dollar brings in roubles at a rate, as the server counts it. */
function creditOf({ quantity_out }: { readonly quantity_out: string }): string {
  const rate = parseRate('USD', 'RUB', '1', quantity_out)
  if (!rate) throw new Error(`${quantity_out} is no rate`)
  return toDecimal(convertDown(parseDecimal('1.00', 'USD'), rate))
}

test('the operator signs a person out everywhere, at once', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  const phone = `+${anna.phone}`
  expect((await operator('users', 'end-sessions', phone, '--dry-run')).said).toMatch(/sessions +1 +→ 0/)
  expect(await anna.balance('USD')).toBe('10.00')
  await change('users', 'end-sessions', phone, '--note', 'her phone was stolen')
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
  expect((await operator('users', 'end-sessions', phone, '--yes')).said).toContain('it is so already, nothing to change')
  expect(await recorded(await idOf(phone))).toMatchObject([
    { area: 'users', before: { sessions: '1' }, after: { sessions: '0' } },
  ])
})

test('the operator sees the whole life of an operation, with every entry, and nothing of what is not one', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const { transaction_id } = await anna.withdraw('10.00', 'USD')
  const { said, code } = await operator('operations', 'show', String(transaction_id))
  expect(code).toBe(0)
  for (const part of [
    /^operation +[0-9a-f-]{36}$/m,
    /^state +complete$/m,
    /^provider +sandbox$/m,
    new RegExp(`^\\+${anna.phone} +-1\\d\\.\\d\\d USD +\\d+\\.\\d\\d USD$`, 'm'),
    new RegExp(` withdrawal_hold +\\+${anna.phone} +-1\\d\\.\\d\\d USD +\\d+\\.\\d\\d USD$`, 'm'),
    / withdrawal_settle +payout_clearing +/,
  ])
    expect(said).toMatch(part)
  expect(said).not.toContain('2200123456784821')
  expect(await operator('operations', 'show', 'nonsense')).toMatchObject({
    code: 1,
    complaint: 'There is no operation "nonsense"',
  })
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await operator('operations', 'show', unknown)).toMatchObject({
    code: 1,
    complaint: `There is no operation "${unknown}"`,
  })
})
