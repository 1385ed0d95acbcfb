import createClient from 'openapi-fetch'
import type { components, paths } from './wallet-api.ts'

/** What a person does with their own hands: reads an SMS, and pays on the page they were led to. */
export interface Hands {
  readCode(phone: string): Promise<string>
  pay(url: string): Promise<void>
}

type Account = components['schemas']['WalletAnswer']['results'][number]['accounts'][number]

/** What the journey saw, to be checked by who sent it. */
export interface Seen {
  readonly balances: Readonly<Record<string, string>>
  readonly kinds: readonly string[]
  readonly states: readonly ('pending' | 'complete' | 'failed')[]
  readonly types: readonly string[]
  readonly notices: number
  readonly refusals: readonly string[]
}

/** Walks the whole journey of a person, by a client that was generated from the API document and by nothing else. */
export async function walk(baseUrl: string, phone: string, hands: Hands): Promise<Seen> {
  const open = createClient<paths>({ baseUrl })
  const { registration, account_currencies } = done(await open.GET('/v2/wallet/config'))
  done(
    await open.POST('/v2/wallet/auth/register', {
      body: {
        first_name: 'Anna',
        last_name: 'Smith',
        phone,
        email: 'anna@mail.example',
        ...(registration.fields.length > 0 && { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }),
        consents: registration.consents.map(({ id }) => id),
      },
    }),
  )
  const confirm_code = await hands.readCode(phone)
  const signedIn = done(await open.POST('/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } }))
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Token ${signedIn.auth_token}` } })
  const pin = '4815'
  done(await client.POST('/v2/wallet/auth/register/set/pin', { body: { pin_code: pin } }))
  const info = done(await client.GET('/v2/wallet/auth/info'))
  if (!(info.is_topup_allowed && info.is_withdrawal_allowed && info.missing_consents.length === 0)) throw new Error(info.phone)

  const listed = async (): Promise<readonly Account[]> => done(await client.GET('/v2/wallet')).results[0]?.accounts ?? []
  const [from, to] = await listed()
  if (!(from && to && account_currencies.includes(from.currency_code))) throw new Error('Two accounts are opened with a wallet')

  const order = done(
    await client.POST('/v2/wallet/top-up', {
      params: { header: { 'Idempotency-Key': 'one-top-up' } },
      body: { amount: '1000.00', currency_code: from.currency_code },
    }),
  )
  await hands.pay(order.url)
  for (let status = 'waiting'; status !== 'complete'; ) {
    const asked = await client.GET('/v2/wallet/top-up/status', { params: { query: { order: order.order } } })
    status = done(asked).status
    if (status === 'failed') throw new Error(order.order)
  }

  const { rates } = done(await client.POST('/v2/wallet/exchange/rates'))
  const rate = rates.find((each) => each.from_currency_code === from.currency_code && each.to_currency_code === to.currency_code)
  if (!rate) throw new Error('There is no rate')
  const exchange = {
    from_account_id: from.id,
    to_account_id: to.id,
    from_amount: '400.00',
    to_amount: roundedDown(400n, rate.quantity_out),
    rate_id: rate.id,
  }
  const params = { header: { 'Idempotency-Key': 'one-exchange' } }
  done(await client.POST('/v2/wallet/exchange', { params, body: exchange }))
  const other = await client.POST('/v2/wallet/exchange', { params, body: { ...exchange, from_amount: '1.00' } })

  const withdrawal = { currency_code: from.currency_code, pin, pan: '2200123456784821' }
  done(await client.POST('/v2/wallet/withdrawal', { body: { ...withdrawal, amount: '250.00' } }))
  const [recipient] = done(await client.GET('/v2/wallet/withdrawal/recipients')).results
  if (!recipient) throw new Error('Nobody was paid')
  const { pan: _pan, ...again } = { ...withdrawal, recipient_id: recipient.id, amount: '50.00' }
  done(await client.POST('/v2/wallet/withdrawal', { body: again }))
  const tooMuch = await client.POST('/v2/wallet/withdrawal', { body: { ...again, amount: '5000.00' } })

  const statement = done(await client.GET('/v2/wallet/transaction', { params: { query: { limit: 50 } } }))
  const sums = done(await client.GET('/v2/wallet/stat'))
  const told = done(await client.GET('/v2/wallet/user/notification'))
  return {
    balances: Object.fromEntries((await listed()).map(({ currency_code, balance }) => [currency_code, balance])),
    kinds: statement.results.map(({ kind }) => kind),
    states: statement.results.map(({ state }) => state),
    types: sums.results.map(({ wallet_transaction_type }) => wallet_transaction_type),
    notices: told.results.length,
    refusals: [reasonOf(other.error), reasonOf(tooMuch.error)],
  }
}

/** What a call answered; throws what it was refused for. */
function done<Answer>({ data, error }: { data?: Answer; error?: { code: string; message: string } }): Answer {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.message}` : 'There is no answer')
  return data
}

/** A refusal of either call, by its code: the compiler knows them all. */
function reasonOf(error: RefusalOf<'/v2/wallet/exchange'> | RefusalOf<'/v2/wallet/withdrawal'> | undefined): string {
  switch (error?.code) {
    case 'idempotency_mismatch':
      return 'The key was used before'
    case 'insufficient_funds':
      return 'The money is not there'
    case 'rate_expired':
    case 'amount_mismatch':
    case 'pin_wrong':
      return `Ask again: ${error.message}`
    default:
      return error?.message ?? 'Nothing was refused'
  }
}

type Refusals<Responses> = {
  [Status in Exclude<keyof Responses, 200>]: Responses[Status] extends { content: { 'application/json': infer Body } }
    ? Body
    : never
}[Exclude<keyof Responses, 200>]
type RefusalOf<Path extends '/v2/wallet/exchange' | '/v2/wallet/withdrawal'> = Refusals<paths[Path]['post']['responses']>

/** Whole units times a decimal rate, rounded down to two decimals as the document says of `to_amount`; without floating point. */
function roundedDown(units: bigint, rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.')
  const hundredths = (units * BigInt(whole + fraction) * 100n) / 10n ** BigInt(fraction.length)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}
