import { accountsOf, done, type Hands, type World } from './client.ts'
import {
  cancelTopUp,
  exchange,
  openAccount,
  paySellers,
  readStatement,
  takeReceipt,
  topUp,
  watchRates,
  withdraw,
} from './money.ts'
import { beTold, identify, listen, readNotices, takeAway } from './news.ts'
import { makeAccountsOwn } from './own-accounts.ts'
import { addPasskey, removePasskey, unfreezeByPasskey } from './passkeys.ts'
import { askForMoney, handOutCode, keepRecipients, sendMoney } from './people.ts'
import { changePin, confirmEmail, freezeAndClose, lookAfterDevices, signUp } from './signing-in.ts'

/** What the journey saw, to be checked by who sent it. */
export interface Seen {
  /** Every call that has answered with success, as `GET /v2/wallet`. */
  readonly called: readonly string[]
  readonly opened: string
  readonly own: readonly unknown[]
  readonly sessions: readonly number[]
  readonly identified: readonly string[]
  readonly refusals: readonly string[]
  readonly sellers: readonly string[]
  readonly transfers: readonly string[]
  readonly requests: readonly string[]
  readonly codeOf: string
  readonly recipients: readonly number[]
  readonly passkeys: readonly string[]
  readonly told: readonly boolean[]
  readonly event: string
  readonly taken: readonly string[]
  readonly alerts: readonly number[]
  readonly levels: number
  readonly file: string
  readonly receipt: readonly string[]
  readonly closed: string
  readonly balances: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<string, number>>
  readonly states: readonly ('pending' | 'complete' | 'failed')[]
  readonly types: readonly string[]
  readonly notices: number
  readonly texts: number
}

/**
 * Walks the whole journey of a person, by a client that was generated from the API document and by nothing else: Anna does everything with her
 * money, Boris is a friend of hers, and Clara looks after a wallet that she closes in the end. Each is a phone number without a wallet.
 */
export async function walk(baseUrl: string, phones: Record<'anna' | 'boris' | 'clara', string>, hands: Hands): Promise<Seen> {
  const world: World = { baseUrl, hands, called: new Set() }
  const [anna, boris] = [await signUp(world, phones.anna), await signUp(world, phones.boris)]
  const info = done(await anna.client.GET('/v2/wallet/auth/info'))
  if (!(info.is_topup_allowed && info.is_withdrawal_allowed && info.missing_consents.length === 0)) throw new Error(info.phone)
  const opened = await openAccount(anna)
  const own = await makeAccountsOwn(anna)
  const identified = await identify(world, anna)
  await topUp(world, anna, '1000.00', 'RUB')
  await topUp(world, boris, '100.00', 'RUB')
  await cancelTopUp(boris, '50.00', 'RUB')
  const passkey = await addPasskey(world, anna)
  const mismatch = await exchange(anna, passkey)
  const tooMuch = await withdraw(world, anna, passkey)
  const sellers = await paySellers(world, anna, passkey)
  const transfers = await sendMoney(anna, boris, passkey)
  const requests = await askForMoney(boris, anna)
  const codeOf = await handOutCode(world, anna, boris)
  const recipients = await keepRecipients(anna)
  hands.wait(86_401)
  await unfreezeByPasskey(anna, passkey)
  const passkeys = await removePasskey(anna)
  const event = await listen(world, anna)
  const told = await beTold(world, anna)
  const read = await readNotices(anna)
  const taken = await takeAway(anna)
  const alerts = await watchRates(anna)
  const [levels, file] = await readStatement(anna)
  const receipt = await takeReceipt(anna)

  const statement = done(await anna.client.GET('/v2/wallet/transaction', { params: { query: { limit: 50 } } })).results
  const sums = done(await anna.client.GET('/v2/wallet/stat'))
  const notices = done(await anna.client.GET('/v2/wallet/user/notification')).results.length
  const texts = done(await anna.client.GET('/v2/wallet/text-data')).results.length
  const balances = Object.fromEntries((await accountsOf(anna)).map(({ currency_code, balance }) => [currency_code, balance]))

  const clara = await signUp(world, phones.clara)
  const sessions = await lookAfterDevices(world, clara)
  await changePin(world, clara)
  const closed = await freezeAndClose(world, await confirmEmail(world, clara))
  const kinds: Record<string, number> = {}
  for (const { kind } of statement) kinds[kind] = (kinds[kind] ?? 0) + 1
  return {
    ...{
      opened,
      own,
      sessions,
      identified,
      sellers,
      transfers,
      requests,
      codeOf,
      recipients,
      passkeys,
      told,
      read,
      event,
      taken,
    },
    ...{ closed, alerts, levels, file, receipt, balances, kinds, notices, texts },
    called: [...world.called],
    refusals: [mismatch, tooMuch],
    states: [...new Set(statement.map(({ state }) => state))],
    types: sums.results.map(({ wallet_transaction_type }) => wallet_transaction_type),
  }
}
