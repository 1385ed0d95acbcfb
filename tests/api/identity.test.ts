import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settle } from '#server/identity/settle'
import { deriveKeys } from '#server/security/keys'
import { ask, aUser, decideIdentity, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const UPGRADE = '/v2/wallet/identification-level/upgrade'
const STATUS = '/v2/wallet/identification-level/status'
const webhookSecret = deriveKeys(SECRET).hash('token', 'sandbox webhooks').toString('base64url')

let passedSeconds = 0
function pass(seconds: number): void {
  passedSeconds += seconds
  wallet.passSeconds(seconds)
}

interface Info {
  readonly level: string
  readonly asksForNext: boolean
  readonly active: { status: string; reason: string | null } | null
}

async function info(user: TestUser, language = 'ru'): Promise<Info> {
  const answer = await user.get('/v2/wallet/auth/info', language)
  const level = answer.identification_level as { name: string; ask_for_next: boolean }
  return { level: level.name, asksForNext: level.ask_for_next, active: answer.active_identification as Info['active'] }
}

async function begun(): Promise<{ anna: TestUser; page: string; check: string }> {
  const anna = await aUser(wallet)
  const page = String((await anna.post(UPGRADE)).verification_url)
  return { anna, page, check: page.split('/').at(-1) ?? '' }
}

async function status(user: TestUser, language = 'ru'): Promise<Info['active']> {
  return (await user.post(STATUS, undefined, { language })).active_identification as Info['active']
}

async function stateIs(user: TestUser, state: string): Promise<void> {
  await until(async () => (await info(user)).active?.status === state)
}

/** Waits until the webhook has raised the user, without a question of the user's own. */
async function isRaised(user: TestUser): Promise<void> {
  await until(async () => (await info(user)).level === 'полный')
}

async function messages(user: TestUser, language = 'ru'): Promise<string[]> {
  const { results } = await user.get('/v2/wallet/user/notification', language)
  return (results as { message: string }[]).map(({ message }) => message)
}

/** Tells the wallet of a check as the provider would; `forge` is what an attacker would do to it. */
async function tell(
  check: string,
  forge: { secret?: string; secondsOff?: number; header?: string | null; eventId?: string; status?: string } = {},
): Promise<number> {
  const body = JSON.stringify({
    id: forge.eventId ?? randomUUID(),
    type: 'identity.updated',
    check: { id: check, reference: randomUUID(), status: forge.status ?? 'approved' },
  })
  const seconds = Math.floor(Date.now() / 1000) + passedSeconds + (forge.secondsOff ?? 0)
  const signature = createHmac('sha256', forge.secret ?? webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex')
  const header = forge.header === undefined ? `t=${seconds},v1=${signature}` : forge.header
  const response = await fetch(`${wallet.url}/webhooks/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header !== null && { 'sandbox-signature': header }) },
    body,
  })
  return response.status
}

/** Sets what the provider answers from now on, without telling the wallet. */
async function providerSays(check: string, outcome: 'approved' | 'aborted' | null, reason: string | null = null): Promise<void> {
  await wallet.database.run(
    {
      name: 'test.provider_says',
      text: `update sandbox.identity_check
        set outcome = $2, reason = $3, decided_at = case when $2::text is null then null else now() end
        where id = $1`,
    },
    [check, outcome, reason],
  )
}

async function identifications(user: TestUser): Promise<{ id: string; state: string; external_id: string | null }[]> {
  return wallet.database.list(
    {
      name: 'test.identifications',
      text: `select identification.id, state, external_id
        from identification
        join wallet_user on wallet_user.id = user_id
        where phone = $1
        order by started_at`,
    },
    [`+${user.phone}`],
  )
}

test('an approved identification raises the level once, and the person is told in their language [api-identity-1]', async () => {
  const anna = await aUser(wallet)
  expect(await info(anna)).toEqual({ level: 'базовый', asksForNext: true, active: null })
  const begun = await anna.post(UPGRADE)
  expect(begun).toMatchObject({ http: 200, status: 'ok', howto_text: null })
  const page = String(begun.verification_url)
  expect(page).toMatch(new RegExp(`^${wallet.url}/sandbox/identity/[0-9a-f-]{36}$`))
  expect((await info(anna)).active).toEqual({ status: 'pending', reason: null })
  expect(await decideIdentity(page, 'approve')).toBe(200)
  expect(await decideIdentity(page, 'abort')).toBe(409)
  await isRaised(anna)
  // A level above it is asked for, and still what is complete is shown.
  expect(await info(anna, 'en')).toEqual({ level: 'full', asksForNext: true, active: { status: 'complete', reason: null } })
  expect(await status(anna)).toEqual({ status: 'complete', reason: null })
  expect((await messages(anna))[0]).toBe('Личность подтверждена. Ваш уровень: полный')
  expect((await messages(anna, 'en'))[0]).toBe('Your identity is verified. Your level: full')
})

test('an aborted identification says why, changes no level, and can be tried again on a new page', async () => {
  const { anna, page } = await begun()
  await decideIdentity(page, 'abort')
  await stateIs(anna, 'aborted')
  expect((await info(anna)).active?.reason).toBe('Вы не\u00a0закончили проверку. Пройдите ее до\u00a0конца')
  expect((await info(anna, 'en')).active?.reason).toBe("You didn't finish verification. Please complete it")
  expect((await info(anna)).level).toBe('базовый')
  expect((await messages(anna, 'en'))[0]).toMatch(/wasn't completed/)
  const again = String((await anna.post(UPGRADE)).verification_url)
  expect(again).not.toBe(page)
  expect((await info(anna)).active).toEqual({ status: 'pending', reason: null })
  await decideIdentity(again, 'approve')
  await isRaised(anna)
})

test('one that is left open stays pending, and its page is given again instead of a new one', async () => {
  const { anna, page } = await begun()
  expect(await status(anna)).toEqual({ status: 'pending', reason: null })
  expect((await anna.post(UPGRADE)).verification_url).toBe(page)
  expect(await identifications(anna)).toHaveLength(1)
})

test('two upgrades at once make one identification and lead to one page', async () => {
  const anna = await aUser(wallet)
  const answers = await Promise.all(Array.from({ length: 8 }, () => anna.post(UPGRADE)))
  expect(new Set(answers.map((answer) => answer.verification_url)).size).toBe(1)
  expect(answers.every(({ http }) => http === 200)).toBe(true)
  expect(await identifications(anna)).toHaveLength(1)
})

test('asking for the status asks the provider, so the end is known without any webhook', async () => {
  const { anna, check } = await begun()
  await providerSays(check, 'approved')
  expect((await info(anna)).level).toBe('базовый')
  expect(await status(anna)).toEqual({ status: 'complete', reason: null })
  expect((await info(anna)).level).toBe('полный')
})

test('without webhook or question the wallet asks by itself', async () => {
  const { anna, check } = await begun()
  await providerSays(check, 'aborted', 'expired')
  pass(16)
  await stateIs(anna, 'aborted')
  expect((await info(anna)).active?.reason).toBe('Время на\u00a0проверку вышло. Начните ее заново')
})

test('an event told ten times at once, by one name and by others, raises once and is noticed once', async () => {
  const { anna, check } = await begun()
  await providerSays(check, 'approved')
  const eventId = randomUUID()
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, place) => tell(check, place % 2 === 0 ? { eventId } : {})))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await isRaised(anna)
  await Promise.all([status(anna), tell(check), tell(check)])
  expect((await messages(anna)).filter((message) => message.startsWith('Личность'))).toHaveLength(1)
})

test('two that hear of an approval while the person is being changed raise once and notice once [api-identity-2]', async () => {
  const { anna } = await begun()
  const [open] = await identifications(anna)
  const waiting = {
    name: 'test.waiting',
    text: "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  }
  const settled = await wallet.database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.hold', text: 'select from wallet_user where phone = $1 for update' }, [`+${anna.phone}`])
    const both = [1, 2].map(() => settle(wallet.database, open?.id ?? '', { state: 'complete' }, new Date()))
    await until(async () => (await wallet.database.list(waiting)).length === 2)
    return { both }
  })
  await Promise.all(settled.both)
  expect((await info(anna)).level).toBe('полный')
  expect((await messages(anna)).filter((message) => message.startsWith('Личность'))).toHaveLength(1)
})

test('an event told ten times at once is kept once [api-identity-3]', async () => {
  const { check } = await begun()
  const eventId = randomUUID()
  await Promise.all(Array.from({ length: 10 }, () => tell(check, { eventId })))
  const kept = { name: 'test.kept_events', text: 'select received_at from provider_event where event_id = $1' }
  expect(await wallet.database.list(kept, [eventId])).toHaveLength(1)
})

test('an event is a hint and no proof: approved is what the provider says when it is asked [api-identity-4]', async () => {
  const { anna, check } = await begun()
  expect(await tell(check, { status: 'approved' })).toBe(200)
  expect(await status(anna)).toEqual({ status: 'pending', reason: null })
  expect(await tell(randomUUID())).toBe(200)
  expect((await info(anna)).level).toBe('базовый')
})

test('a forged, late or unsigned event is refused [api-identity-5]', async () => {
  const { anna, check } = await begun()
  await providerSays(check, 'approved')
  const forgeries: Parameters<typeof tell>[1][] = [
    { secret: 'another secret' },
    { secondsOff: -301 },
    { secondsOff: 301 },
    { header: null },
    { header: 't=1,v1=00' },
  ]
  for (const forge of forgeries) expect(await tell(check, forge)).toBe(401)
  expect((await info(anna)).level).toBe('базовый')
})

test('an old approval does not complete what was aborted and tried again', async () => {
  const { anna, page, check } = await begun()
  await decideIdentity(page, 'abort')
  await stateIs(anna, 'aborted')
  const second = String((await anna.post(UPGRADE)).verification_url)
  await providerSays(check, 'approved')
  expect(await tell(check)).toBe(200)
  await asked(check)
  expect((await info(anna)).level).toBe('базовый')
  expect((await identifications(anna)).map(({ state }) => state)).toEqual(['aborted', 'pending'])
  await decideIdentity(second, 'approve')
  await isRaised(anna)
})

test('an approval that comes late, with nothing begun after it, still counts', async () => {
  const { anna, page, check } = await begun()
  await decideIdentity(page, 'abort')
  await stateIs(anna, 'aborted')
  await providerSays(check, 'approved')
  expect(await tell(check)).toBe(200)
  await isRaised(anna)
})

test('an approval that is taken back changes nothing by itself and opens a case', async () => {
  const { anna, page, check } = await begun()
  await decideIdentity(page, 'approve')
  await isRaised(anna)
  await providerSays(check, 'aborted', 'declined')
  await tell(check)
  await asked(check)
  expect((await info(anna)).level).toBe('полный')
  const cases = await wallet.database.list<{ details: { identification: string } }>({
    name: 'test.identity_cases',
    text: "select details from operator_case where kind = 'identification_changed_its_end'",
  })
  expect(cases.map(({ details }) => details.identification)).toEqual([(await identifications(anna))[0]?.id])
})

/** Waits until the wallet has followed up an event about an identification that had ended. */
async function asked(check: string): Promise<void> {
  await until(async () => {
    const row = await wallet.database.find<{ next_check_at: Date | null }>(
      { name: 'test.asked', text: 'select next_check_at from identification where external_id = $1' },
      [check],
    )
    return row?.next_check_at === null
  })
}

test('no more than five are begun in a day', async () => {
  const anna = await aUser(wallet)
  for (let start = 1; start <= 5; start += 1) {
    const { verification_url } = await anna.post(UPGRADE)
    await decideIdentity(verification_url, 'abort')
    await stateIs(anna, 'aborted')
  }
  expect(await anna.post(UPGRADE)).toMatchObject({ http: 429, code: 'too_many_requests', retry_after: expect.any(Number) })
  pass(86_400)
  expect(await anna.post(UPGRADE)).toMatchObject({ http: 200 })
})

test('a level given by hand begins nothing and tells what to do, in the reader’s language [api-identity-6]', async () => {
  const { anna, page } = await begun()
  await decideIdentity(page, 'approve')
  await isRaised(anna)
  const russian = await anna.post(UPGRADE)
  expect(russian).toMatchObject({ status: 'ok', verification_url: null, howto_text: expect.stringContaining('поддержку') })
  const english = await anna.post(UPGRADE, undefined, { language: 'en' })
  expect(english).toMatchObject({ verification_url: null, howto_text: expect.stringContaining('Contact support') })
  expect(await identifications(anna)).toHaveLength(1)
  expect((await info(anna)).active).toEqual({ status: 'complete', reason: null })
})

test('a complete identification is active no more once the operator has put the person below it: another can be begun', async () => {
  const { anna, page } = await begun()
  await decideIdentity(page, 'approve')
  await isRaised(anna)
  await putOn(anna, 'basic')
  expect(await info(anna)).toEqual({ level: 'базовый', asksForNext: true, active: null })
  expect(await anna.post(UPGRADE)).toMatchObject({ http: 200, verification_url: expect.any(String) })
  expect((await info(anna)).active).toEqual({ status: 'pending', reason: null })
})

test('at the highest level an upgrade is refused, and what was completed stays to be seen', async () => {
  const { anna, page } = await begun()
  await decideIdentity(page, 'approve')
  await isRaised(anna)
  await putOn(anna, 'premium')
  expect(await anna.post(UPGRADE)).toMatchObject({ http: 409, code: 'level_highest' })
  expect(await info(anna)).toEqual({
    level: 'премиум',
    asksForNext: false,
    active: { status: 'complete', reason: null },
  })
})

test('an open one is put away when the operator moves the user, and moves nobody any more', async () => {
  const { anna, page } = await begun()
  await putOn(anna, 'premium')
  await decideIdentity(page, 'approve')
  await until(async () => (await identifications(anna))[0]?.state === 'aborted')
  expect(await info(anna)).toEqual({ level: 'премиум', asksForNext: false, active: null })
  expect((await messages(anna)).some((message) => message.includes('роверк'))).toBe(false)
})

async function putOn(user: TestUser, level: string): Promise<void> {
  await wallet.database.run({ name: 'test.put_on', text: 'update wallet_user set level_code = $2 where phone = $1' }, [
    `+${user.phone}`,
    level,
  ])
}

test('what the level allows rises with it: a withdrawal above the old limit goes through [api-identity-7]', async () => {
  const anna = await aUser(wallet, '9000.00 USD', '9000.00 USD')
  expect(await anna.withdraw('12000.00', 'USD')).toMatchObject({ code: 'amount_max' })
  await decideIdentity((await anna.post(UPGRADE)).verification_url, 'approve')
  await isRaised(anna)
  expect(await anna.withdraw('12000.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('6000.00')
})

test('written down but never asked for, an identification is made good by the wallet', async () => {
  const anna = await aUser(wallet)
  // As a crash between the intent and the provider leaves it.
  const id = randomUUID()
  await wallet.database.run(
    {
      name: 'test.half_done',
      text: `insert into identification (id, user_id, from_level, to_level, provider, language, state, started_at, next_check_at)
        select $1, id, 'basic', 'full', 'sandbox', 'ru', 'pending', now(), now() + interval '15 seconds' from wallet_user where phone = $2`,
    },
    [id, `+${anna.phone}`],
  )
  expect(await status(anna)).toEqual({ status: 'pending', reason: null })
  pass(16)
  await until(async () => (await identifications(anna))[0]?.external_id !== null)
  const { verification_url } = await anna.post(UPGRADE)
  expect(await identifications(anna)).toHaveLength(1)
  await decideIdentity(verification_url, 'approve')
  await isRaised(anna)
})

test('one that the provider has forgotten is over after a quarter of an hour', async () => {
  const { anna, check } = await begun()
  await wallet.database.run({ name: 'test.forget_check', text: 'delete from sandbox.identity_check where id = $1' }, [check])
  expect(await status(anna)).toEqual({ status: 'pending', reason: null })
  pass(901)
  await stateIs(anna, 'aborted')
})

/** Whether the provider answers: without its table it has nothing but faults to tell. */
const setAway = (isAway: boolean): Promise<number> => {
  const [from, to] = isAway ? ['identity_check', 'identity_check_away'] : ['identity_check_away', 'identity_check']
  return wallet.database.run({ name: `test.${to}`, text: `alter table sandbox.${from} rename to ${to}` })
}

/** The provider answers again, and the wallet, which leaves one alone for a moment that does not, has found out. */
async function answersAgain(): Promise<void> {
  await setAway(false)
  const boris = await aUser(wallet)
  await until(async () => (await boris.post(UPGRADE)).http === 200)
}

/** Someone about whom the provider has not answered for a day, and the case of it. */
async function silence(): Promise<{ anna: TestUser; page: string; id: string; cases: Cases; caseId: string }> {
  const { anna, page } = await begun()
  const [{ id } = { id: '' }] = await identifications(anna)
  const cases = casesOf(wallet)
  const forever = "update sandbox.identity_check set expires_at = 'infinity' where reference = $1"
  await wallet.database.run({ name: 'test.never_expires', text: forever }, [id])
  await setAway(true)
  pass(3600)
  await askedAgain(id)
  expect(await cases.allAbout(id)).toEqual([])
  const isDue = { name: 'test.is_due', text: 'select from identification where id = $1 and next_check_at <= $2' }
  pass(86_400)
  const now = new Date(Date.now() + passedSeconds * 1000)
  // If it was being asked about at that moment, it is put off from then on.
  await until(async () => (await wallet.database.find(isDue, [id, now])) === undefined)
  pass(1801)
  await until(async () => (await cases.allAbout(id)).length > 0)
  return { anna, page, id, cases, caseId: (await cases.about(id)).id }
}

/** Waits until the wallet has asked the provider about an identification once more. */
async function askedAgain(id: string): Promise<void> {
  const text = 'select checks from identification where id = $1'
  const checks = async () => (await wallet.database.find<{ checks: number }>({ name: 'test.checks', text }, [id]))?.checks ?? 0
  const before = await checks()
  await until(async () => (await checks()) > before)
}

test.each([
  ['approve', { level: 'полный', asksForNext: true, active: { status: 'complete', reason: null } }, 'Your identity is verified'],
  ['decline', { level: 'базовый', active: { status: 'aborted', reason: expect.any(String) } }, "wasn't completed"],
  ['expire', { level: 'базовый', active: { status: 'aborted', reason: expect.any(String) } }, "wasn't completed"],
] as const)(
  'one that the provider is silent about for a day is a case, and the operator ends it: %s',
  async (way, after, told) => {
    const { anna, id, cases, caseId } = await silence()
    expect((await info(anna)).active).toEqual({ status: 'pending', reason: null })
    expect(await cases.about(id)).toMatchObject({ kind: 'identification_without_end', resolution: null })
    await cases.resolve(caseId, way)
    expect(await info(anna)).toMatchObject(after)
    expect(await anna.told()).toContain(told)
    await answersAgain()
    expect((await anna.post(UPGRADE)).http).toBe(200)
  },
)

test('a case of that kind ends by itself when the provider answers, and is opened again when it falls silent again', async () => {
  const { anna, page, id, cases, caseId } = await silence()
  await answersAgain()
  pass(1801)
  await until(async () => (await cases.about(id)).resolution === 'the provider has answered')
  expect(await cases.operator('cases', 'resolve', caseId, 'expire', '--yes')).toMatchObject({ code: 1 })
  await setAway(true)
  pass(86_401)
  await until(async () => (await cases.about(id)).resolution === null)
  expect((await cases.about(id)).id).toBe(caseId)
  await answersAgain()
  await decideIdentity(page, 'approve')
  await isRaised(anna)
  await until(async () => (await cases.about(id)).resolution === 'the provider has answered')
})

test('nobody but the signed-in user is identified: calls need a token, and one’s status is one’s own [api-identity-8]', async () => {
  const { anna } = await begun()
  const boris = await aUser(wallet)
  for (const path of [UPGRADE, STATUS]) expect(await ask(wallet, 'POST', path)).toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await status(boris)).toBeNull()
  expect((await status(anna))?.status).toBe('pending')
})

test('of an event only its id and kind are kept, not what the provider read from the documents', async () => {
  const { check } = await begun()
  const eventId = randomUUID()
  await tell(check, { eventId })
  const kept = await wallet.database.find<{ body: unknown }>(
    { name: 'test.kept_event', text: 'select body from provider_event where event_id = $1' },
    [eventId],
  )
  expect(kept?.body).toEqual({ type: 'identity.updated', id: check })
})

test('documents that were handed in are looked at until somebody decides, and what they refuse for is told with what to do', async () => {
  const { anna, page } = await begun()
  expect(await decideIdentity(page, 'submit')).toBe(200)
  expect(await status(anna)).toEqual({ status: 'review', reason: null })
  // They are gone on with where they were handed in.
  expect((await anna.post(UPGRADE)).verification_url).toBe(page)
  await decideIdentity(page, 'photo')
  await stateIs(anna, 'aborted')
  expect((await info(anna, 'en')).active?.reason).toBe("The photos weren't clear. Take them again in good light")
  expect(await decideIdentity(page, 'submit')).toBe(409)
  const again = String((await anna.post(UPGRADE)).verification_url)
  await decideIdentity(again, 'decline')
  await stateIs(anna, 'aborted')
  expect((await info(anna, 'en')).active?.reason).toBe("Your documents weren't accepted. Try again with another document")
  expect((await info(anna)).level).toBe('базовый')
})
