import { accountOf, done, keyed, type Passkey, type Person, PIN, type World } from './client.ts'
import type { paths } from './wallet-api.ts'

/** Opens an account in a currency that the wallet offers and the person does not have yet; returns its currency. */
export async function openAccount({ client }: Person): Promise<string> {
  const { account_currencies } = done(await client.GET('/v2/wallet/config'))
  const open = new Set(done(await client.GET('/v2/wallet')).results[0]?.accounts.map(({ currency_code }) => currency_code))
  const currency_code = account_currencies.find((each) => !open.has(each))
  if (!currency_code) throw new Error('Every account is open')
  const { account } = done(await client.POST('/v2/wallet/accounts', { params: keyed('one-account'), body: { currency_code } }))
  return account.currency_code
}

/** Tops an account up, and waits until the money has come. */
export async function topUp({ hands }: World, { client }: Person, amount: string, currency_code: string): Promise<void> {
  const order = done(
    await client.POST('/v2/wallet/top-up', { params: keyed(`top-up-${currency_code}`), body: { amount, currency_code } }),
  )
  await hands.pay(order.url)
  for (let status = 'waiting'; status !== 'complete'; ) {
    const asked = await client.GET('/v2/wallet/top-up/status', { params: { query: { order: order.order } } })
    status = done(asked).status
    if (status === 'failed') throw new Error(order.order)
  }
}

/** Makes an order, finds it among those that wait for their payment, and cancels it. */
export async function cancelTopUp({ client }: Person, amount: string, currency_code: string): Promise<void> {
  const made = await client.POST('/v2/wallet/top-up', { params: keyed('top-up-unpaid'), body: { amount, currency_code } })
  const { order } = done(made)
  const waiting = done(await client.GET('/v2/wallet/top-up/waiting')).results
  if (!waiting.some((each) => each.order === order && each.url !== undefined)) throw new Error('An order does not wait')
  done(await client.POST('/v2/wallet/top-up/cancel', { params: keyed('top-up-cancelled'), body: { order } }))
}

/** Exchanges by a rate that was offered, once more by a passkey, and with a key that was used for something else: what that is refused for. */
export async function exchange(person: Person, passkey: Passkey): Promise<string> {
  const { client } = person
  const [from, to] = [await accountOf(person, 'RUB'), await accountOf(person, 'USD')]
  const { rates } = done(await client.POST('/v2/wallet/exchange/rates'))
  const rate = rates.find((each) => each.from_currency_code === 'RUB' && each.to_currency_code === 'USD')
  if (!rate) throw new Error('There is no rate')
  const terms = (units: bigint) => ({
    from_account_id: from.id,
    to_account_id: to.id,
    from_amount: `${units}.00`,
    to_amount: roundedDown(units, rate.quantity_out),
  })
  const body = { ...terms(400n), rate_id: rate.id }
  const params = keyed('one-exchange')
  done(await client.POST('/v2/wallet/exchange', { params, body }))
  const other = await client.POST('/v2/wallet/exchange', { params, body: { ...body, from_amount: '1.00' } })
  const { options } = done(await client.POST('/v2/wallet/passkeys/exchange/start', { body: terms(100n) }))
  const signed = { ...terms(100n), rate_id: rate.id, passkey: passkey.get(options) }
  done(await client.POST('/v2/wallet/exchange', { body: signed }))
  return reasonOf(other.error)
}

/** Looks at what a rate has been, and waits for another without waiting for it; returns how many alerts there were, and are. */
export async function watchRates({ client }: Person): Promise<readonly number[]> {
  const pair = { from_currency: 'USD', to_currency: 'RUB' }
  done(await client.GET('/v2/wallet/exchange/rates/history', { params: { query: { ...pair, period: 'day' } } }))
  const body = { ...pair, rate: '1' }
  const { alert } = done(await client.POST('/v2/wallet/exchange/alerts/set', { params: keyed('one-alert'), body }))
  const before = done(await client.GET('/v2/wallet/exchange/alerts')).results.length
  done(await client.POST('/v2/wallet/exchange/alerts/remove', { body: { alert_id: alert.id } }))
  return [before, done(await client.GET('/v2/wallet/exchange/alerts')).results.length]
}

/** Reads what each level allows, and takes the statement of an account away as a file; returns how many levels there are, and its last lines. */
export async function readStatement(person: Person): Promise<readonly [levels: number, statement: string]> {
  const { client } = person
  const { levels } = done(await client.GET('/v2/wallet/limits'))
  // A wallet of today had no balances thirty days ago.
  if (done(await client.GET('/v2/wallet/accounts/change')).results.length > 0) throw new Error('A new wallet has a past')
  const { id: account_id } = await accountOf(person, 'RUB')
  const query = { format: 'csv', account_id } as const
  return [levels.length, done(await client.GET('/v2/wallet/statement', { params: { query }, parseAs: 'text' }))]
}

/** Reads the receipt of the last exchange, and takes it away as a sheet; returns the steps of its way, and how the sheet begins. */
export async function takeReceipt({ client }: Person): Promise<readonly string[]> {
  const query = { kind: 'exchange', limit: 1 } as const
  const [line] = done(await client.GET('/v2/wallet/transaction', { params: { query } })).results
  if (!line) throw new Error('Nothing was exchanged')
  const params = { query: { id: line.operation_id } }
  const { operation } = done(await client.GET('/v2/wallet/operation', { params }))
  const sheet = done(await client.GET('/v2/wallet/operation/receipt.pdf', { params, parseAs: 'arrayBuffer' }))
  return [...operation.timeline.map(({ step }) => step), new TextDecoder().decode(new Uint8Array(sheet).subarray(0, 5))]
}

/** Withdraws to a card, to the same once more, to one that was typed at the provider, and by a passkey: what too much is refused for. */
export async function withdraw({ hands }: World, { client }: Person, passkey: Passkey): Promise<string> {
  const terms = { currency_code: 'RUB', pan: '2200123456784821' }
  done(await client.POST('/v2/wallet/withdrawal', { body: { ...terms, pin: PIN, amount: '250.00' } }))
  const key = crypto.randomUUID()
  if (done(await client.POST('/v2/wallet/attempt', { body: { key } })).outcome !== 'nothing') throw new Error('Nothing was sent')
  const [recipient] = done(await client.GET('/v2/wallet/withdrawal/recipients')).results
  if (!recipient) throw new Error('Nobody was paid')
  const again = { currency_code: 'RUB', recipient_id: recipient.id }
  const { options } = done(await client.POST('/v2/wallet/passkeys/withdrawal/start', { body: { ...again, amount: '50.00' } }))
  const signed = { ...again, amount: '50.00', passkey: passkey.get(options) }
  done(await client.POST('/v2/wallet/withdrawal', { body: signed }))
  const { url } = done(await client.POST('/v2/wallet/withdrawal/card-field'))
  const typed = { currency_code: 'RUB', card_token: await hands.typeCard(url), pin: PIN, amount: '20.00' }
  done(await client.POST('/v2/wallet/withdrawal', { body: typed }))
  return reasonOf((await client.POST('/v2/wallet/withdrawal', { body: { ...again, pin: PIN, amount: '5000.00' } })).error)
}

/** Pays two sellers by their codes: one with the PIN and one with a passkey; returns whom. */
export async function paySellers({ hands }: World, person: Person, passkey: Passkey): Promise<readonly string[]> {
  const { client } = person
  const { id: account_id } = await accountOf(person, 'USD')
  const quoted = async () =>
    done(await client.POST('/v2/wallet/payment/quote', { body: { code: await hands.readSellersCode('0.50') } }))
  const first = await quoted()
  done(await client.POST('/v2/wallet/payment', { body: { quote_id: first.quote_id, account_id, pin: PIN } }))
  const second = await quoted()
  const terms = { quote_id: second.quote_id, account_id }
  const { options } = done(await client.POST('/v2/wallet/passkeys/payment/start', { body: terms }))
  done(await client.POST('/v2/wallet/payment', { body: { ...terms, passkey: passkey.get(options) } }))
  return [first.seller, second.seller]
}

type Refusals<Responses> = {
  [Status in Exclude<keyof Responses, 200>]: Responses[Status] extends { content: { 'application/json': infer Body } }
    ? Body
    : never
}[Exclude<keyof Responses, 200>]
type RefusalOf<Path extends '/v2/wallet/exchange' | '/v2/wallet/withdrawal'> = Refusals<paths[Path]['post']['responses']>

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

/** Whole units times a decimal rate, rounded down to two decimals as the document says of `to_amount`; without floating point. */
function roundedDown(units: bigint, rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.')
  const hundredths = (units * BigInt(whole + fraction) * 100n) / 10n ** BigInt(fraction.length)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}
