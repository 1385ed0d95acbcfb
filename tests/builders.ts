import { randomInt, randomUUID } from 'node:crypto'
import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { convertDown, parseRate } from '#money/rate'

/** A response of the API: HTTP status and body. */
export interface Answer {
  readonly http: number
  readonly status: string
  readonly code?: string
  readonly message: string
  readonly field?: string
  readonly [name: string]: unknown
}

/** A running wallet, wherever it runs. */
export interface Reachable {
  readonly url: string
}

/** Calls the API as a client would; `token` authenticates it, `key` is its Idempotency-Key. */
export async function ask(
  wallet: Reachable,
  method: 'GET' | 'POST',
  path: string,
  {
    body,
    token,
    key,
    language,
    headers,
    signal,
  }: {
    body?: unknown
    token?: string
    key?: string
    language?: string
    headers?: Record<string, string>
    signal?: AbortSignal
  } = {},
): Promise<Answer> {
  const response = await fetch(`${wallet.url}${path}`, {
    method,
    ...(signal && { signal }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Token ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(language && { 'accept-language': language }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Omit<Answer, 'http'>
  return { ...answer, http: response.status } as Answer
}

/** An unused phone number of Russia (or of Britain, for a brand without Russian numbers), digits only. */
export function freshPhone(country: 'RU' | 'GB' = 'RU'): string {
  // Of these beginnings every number can be a mobile's.
  return `${country === 'RU' ? '791' : '4478'}${randomInt(0, 100_000_000).toString().padStart(8, '0')}`
}

/** The messages in the sandbox's inbox for a phone, newest first. */
export async function readMessages(wallet: Reachable, phone: string): Promise<{ text: string; code: string | null }[]> {
  const response = await fetch(`${wallet.url}/sandbox/sms.json?to=${phone}`)
  const { messages } = (await response.json()) as { messages: { text: string; code: string | null }[] }
  return messages
}

/** Reads the newest code in the sandbox's inbox for a phone. */
export async function readCode(wallet: Reachable, phone: string): Promise<string> {
  const code = (await readMessages(wallet, phone)).find((message) => message.code)?.code
  if (!code) throw new Error(`No code was sent to ${phone}`)
  return code
}

export const PIN = '4815'

/** A user who does everything over HTTP. */
export class TestUser {
  readonly wallet: Reachable
  readonly phone: string
  readonly token: string

  constructor(wallet: Reachable, phone: string, token: string) {
    this.wallet = wallet
    this.phone = phone
    this.token = token
  }

  get(path: string, language?: string): Promise<Answer> {
    return ask(this.wallet, 'GET', path, { token: this.token, ...(language && { language }) })
  }

  post(path: string, body?: unknown, options: { key?: string; language?: string } = {}): Promise<Answer> {
    return ask(this.wallet, 'POST', path, { body, token: this.token, ...options })
  }

  /** The same person in another session, signed in by a code: without a cookie on another device, which is new. */
  async signInAgain(): Promise<TestUser> {
    const { wallet, phone } = this
    await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })
    const body = { phone, confirm_code: await readCode(wallet, phone) }
    const { auth_token } = await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })
    return new TestUser(wallet, phone, String(auth_token))
  }

  async accounts(): Promise<{ id: string; currency_code: string; balance: string }[]> {
    const answer = await whenNotBusy(() => this.get('/v2/wallet'))
    if (answer.http !== 200) throw new Error(`The accounts were answered ${answer.http}: ${answer.message}`)
    const [{ accounts }] = answer.results as [{ accounts: { id: string; currency_code: string; balance: string }[] }]
    return accounts
  }

  async account(currency: string): Promise<{ id: string; balance: string }> {
    const found = (await this.accounts()).find(({ currency_code }) => currency_code === currency)
    if (!found) throw new Error(`No ${currency} account`)
    return found
  }

  async balance(currency: string): Promise<string> {
    return (await this.account(currency)).balance
  }

  /** The notifications, in English, newest first. */
  async told(): Promise<string> {
    const { results } = await this.get('/v2/wallet/user/notification', 'en')
    return (results as { message: string }[]).map(({ message }) => message).join('\n')
  }

  /** The newest transaction, in English. */
  async newest(): Promise<Record<string, unknown> | undefined> {
    return ((await this.get('/v2/wallet/transaction', 'en')).results as Record<string, unknown>[])[0]
  }

  async state(order: string): Promise<string> {
    return (await this.get(`/v2/wallet/top-up/status?order=${order}`)).status
  }

  /** Creates a top-up order and has the sandbox's page pay or decline it; resolves when the wallet has processed it. */
  async topUp(amount: string, currency: string, outcome: 'pay' | 'decline' = 'pay'): Promise<string> {
    const { order } = await this.post('/v2/wallet/top-up', { amount, currency_code: currency })
    await decidePayment(this.wallet, String(order), outcome)
    await until(async () => (await this.state(String(order))) !== 'waiting')
    return String(order)
  }

  withdraw(
    amount: string,
    currency: string,
    options: { pan?: string; cardToken?: string; pin?: string; key?: string; address?: string; recipient?: string } = {},
  ): Promise<Answer> {
    const { key, pin = PIN, cardToken, address, recipient } = options
    const card = cardToken ? { card_token: cardToken } : { pan: options.pan ?? '2200123456784821' }
    const destination = recipient ? { recipient_id: recipient } : address ? { address } : card
    return this.post('/v2/wallet/withdrawal', { amount, currency_code: currency, pin, ...destination }, { ...(key && { key }) })
  }

  /** Sends money to a person. */
  async send(
    amount: string,
    currency: string,
    to: Readonly<Partial<Record<'phone' | 'recipient_id' | 'code' | 'request_id', string>>>,
    { key, pin = PIN, ...also }: { key?: string; pin?: string; message?: string; protection_code?: string } = {},
  ): Promise<Answer> {
    const { id: from_account_id } = await this.account(currency)
    return this.post('/v2/wallet/transfer', { from_account_id, to, amount, pin, ...also }, { ...(key && { key }) })
  }

  /** The transfers that wait for the user, as in the API. */
  async incoming(): Promise<Record<string, unknown>[]> {
    return (await this.get('/v2/wallet/transfer/incoming')).results as Record<string, unknown>[]
  }

  /** The recent recipients, as in the API. */
  async recipients(): Promise<{ id: string; kind: string; masked: string; last_used_at: string }[]> {
    return (await this.get('/v2/wallet/withdrawal/recipients')).results as Awaited<ReturnType<TestUser['recipients']>>
  }

  /** The body of an exchange of an amount at the current rate. */
  async exchangeBody(amount: string, from: Currency, to: Currency): Promise<Record<string, string>> {
    const { id, quantity_out } = await this.rate(from, to)
    const rate = parseRate(from, to, '1', quantity_out)
    if (!rate) throw new Error(`No rate from ${from} to ${to}`)
    const to_amount = toDecimal(convertDown(parseDecimal(amount, from), rate))
    const [from_account_id, to_account_id] = [(await this.account(from)).id, (await this.account(to)).id]
    return { from_account_id, to_account_id, from_amount: amount, to_amount, rate_id: id }
  }

  /** Exchanges an amount at the current rate; returns the amount received. */
  async exchange(amount: string, from: Currency, to: Currency): Promise<string> {
    const body = await this.exchangeBody(amount, from, to)
    const { status, message } = await this.post('/v2/wallet/exchange', body)
    if (status !== 'ok') throw new Error(message)
    return String(body.to_amount)
  }

  /** The rate of a pair, as in the rates call. */
  async rate(from: string, to: string): Promise<{ id: string; quantity_out: string }> {
    const { rates } = await this.post('/v2/wallet/exchange/rates')
    const found = (rates as { id: string; from_currency_code: string; to_currency_code: string; quantity_out: string }[]).find(
      (rate) => rate.from_currency_code === from && rate.to_currency_code === to,
    )
    if (!found) throw new Error(`No rate from ${from} to ${to}`)
    return found
  }
}

/** Decides an identity check at the sandbox, as a user on its page would; returns the HTTP status. */
export async function decideIdentity(
  page: unknown,
  outcome: 'approve' | 'submit' | 'decline' | 'photo' | 'abort',
): Promise<number> {
  const response = await fetch(String(page), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
  return response.status
}

/** Decides a payment at the sandbox, as a user on its page would. */
export async function decidePayment(wallet: Reachable, order: string, outcome: 'pay' | 'decline'): Promise<void> {
  const response = await fetch(`${wallet.url}/sandbox/payments/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}`)
}

/** A wallet in this process, whose jobs a test can run. */
interface Driven {
  runJobs(): void
}

const driven = new Set<Driven>()

/** Has the jobs of a wallet run whenever a test waits with `until`; returns what ends that. */
export function driveJobs(wallet: Driven): () => void {
  driven.add(wallet)
  return () => driven.delete(wallet)
}

const PAUSE_MS_MAX = 100
/** Shorter than the time-out of a test (vitest.config.ts), which would not say what was waited for. */
const WAIT_SECONDS_MAX = (process.env.TESTS === 'gate' ? 50 : 240) * Number(process.env.SLOWNESS ?? 1)

/** What a wallet answers that is not too busy: where it says that it is, the same is sent again, as clients do. */
export async function whenNotBusy(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send()
  await until(async () => {
    if (answer.http === 503) answer = await send()
    return answer.http !== 503
  })
  return answer
}

/**
 * Waits until a condition holds, and has the wallets of this process do meanwhile what is due; fails shortly before the test's time-out, or
 * after the seconds that a fact names.
 */
export async function until(isTrue: () => Promise<boolean>, seconds = WAIT_SECONDS_MAX): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (let pauseMs = 5; Date.now() < end; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    if (await isTrue()) return
    for (const wallet of driven) wallet.runJobs()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`Not so within ${seconds} s`)
}

const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }
const ADDRESS = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }

/** Signs up a new user, PIN included, optionally with money: `aUser(wallet, '100.00 USD')`. */
export function aUser(wallet: Reachable, ...balances: string[]): Promise<TestUser> {
  return aUserWith(wallet, freshPhone(), ...balances)
}

/** As aUser, with a phone of the test's choice. */
export async function aUserWith(wallet: Reachable, phone: string, ...balances: string[]): Promise<TestUser> {
  const user = await aUserWithoutPin(wallet, phone)
  await whenNotBusy(() => user.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN }))
  await giveMoney(user, balances)
  return user
}

/** Signs up a new user whose PIN is still to be set. */
export async function aUserWithoutPin(wallet: Reachable, phone = freshPhone()): Promise<TestUser> {
  const person = { ...PERSON, ...ADDRESS, phone }
  await whenNotBusy(() => ask(wallet, 'POST', '/v2/wallet/auth/register', { body: person }))
  const confirm_code = await readCode(wallet, phone)
  const body = { phone, confirm_code }
  const { auth_token } = await whenNotBusy(() => ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body }))
  return new TestUser(wallet, phone, String(auth_token))
}

/** Tops up a user by each amount (`'100.00 USD'`); opens the account if there is none. */
export async function giveMoney(user: TestUser, balances: readonly string[]): Promise<void> {
  for (const balance of balances) {
    const [amount = '', currency = ''] = balance.split(' ')
    if (!(await user.accounts()).some(({ currency_code }) => currency_code === currency)) {
      await user.post('/v2/wallet/accounts', { currency_code: currency })
    }
    await user.topUp(amount, currency)
  }
}

/** Asks again while another process checks a PIN of the same person: that is refused before anything is done. */
export async function unlessBusy(asking: () => Promise<Answer>): Promise<Answer> {
  const answer = await asking()
  return answer.code === 'busy' ? unlessBusy(asking) : answer
}

/** A new Idempotency-Key. */
export function aKey(): string {
  return randomUUID()
}
