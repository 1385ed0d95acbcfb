import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Brand } from '#brands/brand'
import { toDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import { money } from '#money/money'
import { AMOUNT_GRAMMAR } from '#money/parse-amount'
import { convertDown, parseRate } from '#money/rate'

// For a machine that has much else to do.
const TRIES = 60
const TRY_AGAIN_MS = 500
const LOOKS = 500
const LOOK_AGAIN_MS = 20

/** Who somebody in the demo is. */
interface Who {
  /** Without a plus. */
  readonly phone: string
  readonly pin: string
  readonly name: readonly [first: string, last: string]
  readonly email: string
}

/** A simulated user of a wallet, by its own API. What is refused is a part of their life, but for what nothing goes on without. */
export class DemoPerson {
  private readonly url: string
  private readonly brand: Brand
  private readonly who: Who
  private token = ''
  private seed: number

  constructor(url: string, brand: Brand, who: Who) {
    this.url = url
    this.brand = brand
    this.who = who
    this.seed = 20_261_120 + Number(who.phone.slice(-4))
  }

  async signUp(): Promise<void> {
    const [first_name, last_name] = this.who.name
    const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
    const confirm_code = await this.codeAfter(() =>
      this.expectOk('/v2/wallet/auth/register', {
        first_name,
        last_name,
        email: this.who.email,
        phone: this.who.phone,
        consents: this.brand.register.consents,
        ...(this.brand.register.address && address),
      }),
    )
    const { auth_token } = await this.expectOk('/v2/wallet/auth/register/phone/confirm', {
      phone: this.who.phone,
      confirm_code,
    })
    this.token = String(auth_token)
    await this.expectOk('/v2/wallet/auth/register/set/pin', { pin_code: this.who.pin })
  }

  async signIn(): Promise<void> {
    const confirm_code = await this.codeAfter(() => this.expectOk('/v2/wallet/auth/send_code', { phone: this.who.phone }))
    const { auth_token } = await this.expectOk('/v2/wallet/auth/login', { phone: this.who.phone, confirm_code })
    this.token = String(auth_token)
  }

  /** The code of the SMS that comes of what is done, which is sent after its reply. */
  private async codeAfter(send: () => Promise<unknown>): Promise<string> {
    const before = await this.newestCode()
    await send()
    for (let look = 0; look < LOOKS; look += 1) {
      const newest = await this.newestCode()
      if (newest && newest.sent_at !== before?.sent_at) return newest.code
      await pause(LOOK_AGAIN_MS)
    }
    throw new Error('No SMS with a code has come')
  }

  private async newestCode(): Promise<{ code: string; sent_at: string } | undefined> {
    const response = await fetch(`${this.url}/sandbox/sms.json?to=${this.who.phone}`)
    const { messages } = (await response.json()) as { messages: { code: string | null; sent_at: string }[] }
    return messages.flatMap(({ code, sent_at }) => (code === null ? [] : [{ code, sent_at }]))[0]
  }

  /** Tops up, and does on the hosted page as is said. */
  async topUp(amount: string, currency: Currency, outcome: 'pay' | 'decline'): Promise<void> {
    const { order } = await this.call('/v2/wallet/top-up', { amount, currency_code: currency })
    await fetch(`${this.url}/sandbox/payments/${String(order)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome }),
    })
    for (let look = 0; look < LOOKS; look += 1) {
      const { status } = await this.call(`/v2/wallet/top-up/status?order=${String(order)}`)
      if (status !== 'waiting') return
      await pause(LOOK_AGAIN_MS)
    }
  }

  /** Sends money to a card, by its number. */
  async withdraw(amount: string, currency: Currency, pan: string): Promise<void> {
    await this.call('/v2/wallet/withdrawal', { amount, currency_code: currency, pin: this.who.pin, pan })
  }

  /** Exchanges an amount at the rate of the moment, where there is one. */
  async exchange(amount: string, from: Currency, to: Currency): Promise<void> {
    const { rates } = await this.expectOk('/v2/wallet/exchange/rates', {})
    const offered = (rates as { id: string; from_currency_code: string; to_currency_code: string; quantity_out: string }[]).find(
      (rate) => rate.from_currency_code === from && rate.to_currency_code === to,
    )
    const rate = offered && parseRate(from, to, '1', offered.quantity_out)
    const debit = money(from, BigInt(amount.replace('.', '')))
    if (!(offered && rate)) return
    await this.call('/v2/wallet/exchange', {
      from_account_id: await this.accountId(from),
      to_account_id: await this.accountId(to),
      from_amount: amount,
      to_amount: toDecimal(convertDown(debit, rate)),
      rate_id: offered.id,
    })
  }

  /** Sends money to another person, who has it at once. */
  async send(to: DemoPerson, amount: string, currency: Currency, message: string): Promise<void> {
    await this.call('/v2/wallet/transfer', {
      from_account_id: await this.accountId(currency),
      to: { phone: to.who.phone },
      amount,
      message,
      pin: this.who.pin,
    })
  }

  async openAccount(currency: Currency): Promise<void> {
    await this.expectOk('/v2/wallet/accounts', { currency_code: currency })
  }

  private async accountId(currency: Currency): Promise<string> {
    const { results } = await this.expectOk('/v2/wallet')
    const [wallet] = results as { accounts: { id: string; currency_code: string }[] }[]
    return wallet?.accounts.find(({ currency_code }) => isCurrency(currency_code) && currency_code === currency)?.id ?? ''
  }

  /** Makes a call that the simulation cannot go on without: that it is refused is a fault, which says what was answered. */
  private async expectOk(path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await this.call(path, body)
    if (answer.status !== 'ok') throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
    return answer
  }

  /**
   * Makes a call, again under its key while the machine is too busy for it; refusals (a declined card, not enough money) are part of the
   * simulation.
   */
  private async call(path: string, body?: unknown): Promise<Record<string, unknown>> {
    const authorization = this.token && { authorization: `Token ${this.token}` }
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...authorization }
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${this.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const isNotNow = response.status === 503 || response.status === 429
      if (isNotNow && tries < TRIES) {
        await pause(TRY_AGAIN_MS)
        continue
      }
      if (isNotNow || response.status >= 500) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as Record<string, unknown>
    }
  }

  /** An amount between two numbers of roubles, or a hundredth of it in other currencies, with some kopecks. */
  amount(currency: Currency, least: number, most: number): string {
    const units = this.dice(least, most)
    const text = currency === 'RUB' ? `${units}.${this.dice(0, 9)}0` : `${Math.floor(units / 50)}.${this.dice(0, 9)}5`
    if (!AMOUNT_GRAMMAR.test(text)) throw new Error(`Not an amount: ${text}`)
    return text
  }

  /** Deterministic: a linear congruential generator. */
  dice(least: number, most: number): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return least + (this.seed % (most - least + 1))
  }
}
