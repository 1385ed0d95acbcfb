import { randomBytes, randomUUID } from 'node:crypto'
import { PIN, type TestUser } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import type { Client, Reply } from '../client.ts'
import { AUTH, newestCodes, not, somePeople } from '../people.ts'
import type { Target } from '../target.ts'

const THIEFS_PIN = '7293'

/** Whoever has somebody's number, and nothing else of theirs, tries to take the wallet and the ways back into it. */
export const sim: Attack = {
  name: 'sim',
  isQuick: true,
  async run(scene) {
    const rows: Row[] = []
    for (const attack of [frozenBefore, frozenAfter, waysBack]) {
      rows.push(await attack(scene))
      await scene.target.forget()
    }
    return rows
  },
}

/** Somebody with money, and a passkey and an e-mail since some days. */
async function anOwner({ target }: Scene): Promise<TestUser> {
  const [owner] = await somePeople(target, 1, '100.00 USD')
  if (!owner) throw new Error('There is nobody')
  const phone = `+${owner.phone}`
  const since = "now() - interval '9 days'"
  await target.admin.query(
    `insert into passkey (id, user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
      select $2, id, $3, $3, 0, '{}', true, 'Phone', ${since} from wallet_user where phone = $1`,
    [phone, randomUUID(), randomBytes(32)],
  )
  await target.admin.query(`update wallet_user set email_verified_at = ${since}, registered_at = ${since} where phone = $1`, [
    phone,
  ])
  return owner
}

/** A thief, who has all that is sent to the number. */
interface Thief {
  readonly ask: (path: string, body?: unknown) => Promise<Reply>
  readonly codeBy: (path: string, body?: unknown) => Promise<string>
  readonly close: () => void
}

async function aThief(target: Target, owner: TestUser): Promise<Thief> {
  const client: Client = target.stranger()
  const code = async (): Promise<string> => (await newestCodes(target, [owner.phone])).get(owner.phone) ?? '0000'
  await target.forgetCounts()
  await client.ask(`${AUTH}/send_code`, { body: { phone: owner.phone } })
  const body = { phone: owner.phone, confirm_code: await code() }
  const token = String((await client.ask(`${AUTH}/login`, { body })).body.auth_token)
  const post = (path: string, sent: unknown = {}) => client.ask(`/v2/wallet${path}`, { token, body: sent })
  return {
    ask: post,
    async codeBy(path, sent) {
      await target.forgetCounts()
      await post(path, sent)
      return code()
    },
    close: () => client.close(),
  }
}

const said = ({ status, body }: Reply): string => String(body.code ?? status)

function rowOf(attack: string, outcomes: readonly (readonly [string, Reply])[], isStill: boolean): Row {
  const through = outcomes.filter(([, { status }]) => status === 200)
  const row = counted(attack, {
    tries: outcomes.length,
    through: through.length,
    bar: '0, and the owner has the wallet',
    note: outcomes.map(([name, reply]) => `${name} (${said(reply)})`).join(', '),
  })
  return { ...row, isMet: row.isMet && isStill }
}

/** Whether the owner unfreezes the wallet with their own PIN, and moves their money. */
async function isOwners(target: Target, owner: TestUser): Promise<boolean> {
  const own = await aThief(target, owner)
  const confirm_code = await own.codeBy('/auth/unfreeze/send_code')
  const unfrozen = await own.ask('/auth/unfreeze', { confirm_code, pin_code: PIN })
  const pay = { amount: '1.00', currency_code: 'USD', pan: '2200123456784821', pin: PIN }
  const paid = await own.ask('/withdrawal', pay)
  own.close()
  return unfrozen.status === 200 && paid.status === 200
}

/** Everything that might end a freeze, or get round it. */
async function endFreeze(thief: Thief, passkeyId: string): Promise<(readonly [string, Reply])[]> {
  const email = 'thief@mail.example'
  const by = async (): Promise<string> => thief.codeBy('/auth/unfreeze/send_code')
  return [
    ['a code for another PIN', await thief.ask('/auth/pin/send_code')],
    ['another PIN', await thief.ask('/auth/pin/reset', { confirm_code: await by(), new_pin_code: THIEFS_PIN })],
    ['a first PIN', await thief.ask('/auth/register/set/pin', { pin_code: THIEFS_PIN })],
    ['unfreeze', await thief.ask('/auth/unfreeze', { confirm_code: await by() })],
    ['unfreeze by one’s PIN', await thief.ask('/auth/unfreeze', { confirm_code: await by(), pin_code: THIEFS_PIN })],
    ['unfreeze without waiting', await thief.ask('/auth/unfreeze', { confirm_code: await by(), new_pin_code: THIEFS_PIN })],
    ['unfreeze by a guessed mail', await thief.ask('/auth/unfreeze', { email_code: '000000', new_pin_code: THIEFS_PIN })],
    ['remove a passkey', await thief.ask('/passkeys/remove', { passkey_id: passkeyId, pin: THIEFS_PIN })],
    ['another e-mail', await thief.ask('/auth/email/confirm', { email, email_code: '000000', pin_code: THIEFS_PIN })],
    [
      'withdraw',
      await thief.ask('/withdrawal', { amount: '1.00', currency_code: 'USD', pan: '2200123456784821', pin: THIEFS_PIN }),
    ],
  ]
}

async function passkeyOf({ admin }: Target, { phone }: TestUser): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    'select passkey.id from passkey join wallet_user on wallet_user.id = user_id where phone = $1',
    [`+${phone}`],
  )
  return rows[0]?.id ?? randomUUID()
}

async function frozenBefore(scene: Scene): Promise<Row> {
  const { target } = scene
  const owner = await anOwner(scene)
  await owner.post(`${AUTH}/freeze`)
  const thief = await aThief(target, owner)
  const outcomes = await endFreeze(thief, await passkeyOf(target, owner))
  thief.close()
  return rowOf('with the number, end what the owner has frozen', outcomes, await isOwners(target, owner))
}

async function frozenAfter(scene: Scene): Promise<Row> {
  const { target } = scene
  const owner = await anOwner(scene)
  const thief = await aThief(target, owner)
  await thief.ask('/auth/pin/reset', { confirm_code: await thief.codeBy('/auth/pin/send_code'), new_pin_code: THIEFS_PIN })
  await owner.post(`${AUTH}/freeze`)
  thief.close()
  const back = await aThief(target, owner)
  const outcomes = await endFreeze(back, await passkeyOf(target, owner))
  back.close()
  return rowOf('the same with a PIN that was set before the owner froze it', outcomes, await isOwners(target, owner))
}

async function waysBack(scene: Scene): Promise<Row> {
  const { target } = scene
  const owner = await anOwner(scene)
  const thief = await aThief(target, owner)
  const passkeyId = await passkeyOf(target, owner)
  const reset = await thief.ask('/auth/pin/reset', {
    confirm_code: await thief.codeBy('/auth/pin/send_code'),
    new_pin_code: THIEFS_PIN,
  })
  const guess = not(THIEFS_PIN)
  const outcomes: (readonly [string, Reply])[] = [
    ['remove a passkey', await thief.ask('/passkeys/remove', { passkey_id: passkeyId, pin: THIEFS_PIN })],
    ['the same after a change', await changed(thief, passkeyId, guess)],
    ['freeze, and end that', await frozenAndBack(thief, guess)],
  ]
  thief.close()
  const isSame = (await passkeyOf(target, owner)) === passkeyId
  const row = rowOf('with a PIN by the number, take the ways back away', outcomes, isSame && (await isOwners(target, owner)))
  return { ...row, isMet: row.isMet && reset.status === 200 }
}

async function changed(thief: Thief, passkey_id: string, pin: string): Promise<Reply> {
  await thief.ask('/auth/pin/change', { pin_code: THIEFS_PIN, new_pin_code: pin })
  return thief.ask('/passkeys/remove', { passkey_id, pin })
}

async function frozenAndBack(thief: Thief, pin_code: string): Promise<Reply> {
  await thief.ask('/auth/freeze')
  const confirm_code = await thief.codeBy('/auth/unfreeze/send_code')
  return thief.ask('/auth/unfreeze', { confirm_code, pin_code })
}
