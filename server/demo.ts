import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Brand } from '#brands/brand'
import type { DemoKind } from '#contract/operation-kinds'
import { AMOUNT_GRAMMAR, toDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import { money } from '#money/money'
import { convertDown, parseRate } from '#money/rate'
import { demoUserOf, loadBrandAssets } from './brand.ts'
import { readCommandSettings, readSettings } from './env.ts'
import { createLog } from './log.ts'
import { reasonOf } from './reason.ts'
import { startServer } from './start-server.ts'

const MONTHS = 6
const DAY_MS = 86_400_000

// For a machine that has much else to do.
const TRIES = 60
const TRY_AGAIN_MS = 500
const LOOKS = 500
const LOOK_AGAIN_MS = 20

/**
 * `npm run demo`: gives a demo user months of operations, made one after the other through the wallet's own API while its clock runs
 * through those months, and then starts the wallet. When the user exists already, it only starts.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { brand } = await loadBrandAssets(settings.BRAND)
  const { phone, pin } = demoUserOf(brand)
  let now = new Date(Date.now() - MONTHS * 30 * DAY_MS)
  // Every read of the clock advances it a little, so that later operations have later times.
  const tick = (): Date => {
    now = new Date(now.getTime() + 20)
    return now
  }
  const wallet = await startServer(
    // For nobody but itself, which asks more than others may.
    { ...readCommandSettings(process.env), PORT: 0 },
    { log: createLog('silent'), shiftTime: tick, servesPage: false, sandboxBeatMs: 20 },
  )
  try {
    const exists = await wallet.database.find({ name: 'demo.find', text: 'select id from wallet_user where phone = $1' }, [
      `+${phone}`,
    ])
    if (!exists) {
      process.stdout.write('Making a demo user …\n')
      const person = new Person(wallet.url, brand, (instant) => {
        now = instant
      })
      await person.live(now, new Date())
    }
  } finally {
    await wallet.close()
  }
  process.stdout.write(`Demo user: +${phone}, PIN ${pin}; the code of a sign-in is in the SMS inbox.\n`)
  await import('./main.ts')
}

interface Currencies {
  readonly home: Currency
  readonly second: Currency
  readonly third: Currency
}

/** A simulated user: paid monthly, exchanges a little, sends money to a card; now and then something fails. */
class Person {
  private readonly url: string
  private readonly phone: string
  private readonly pin: string
  private readonly brand: Brand
  private readonly setClock: (instant: Date) => void
  private token = ''
  private seed = 20_261_120

  constructor(url: string, brand: Brand, setClock: (instant: Date) => void) {
    const { phone, pin } = demoUserOf(brand)
    this.url = url
    this.phone = phone
    this.pin = pin
    this.brand = brand
    this.setClock = setClock
  }

  /** Simulates the time between two instants, a few operations a week. */
  async live(from: Date, until: Date): Promise<void> {
    await this.signUp()
    const [home = 'RUB', second = 'USD'] = this.brand.firstAccounts
    const third: Currency = this.brand.firstAccounts.includes('EUR') ? 'GBP' : 'EUR'
    for (const currency of [third, 'USDC'] as const) await this.expectOk('/v2/wallet/accounts', { currency_code: currency })
    let signedInAt = from.getTime()
    for (let day = 1; from.getTime() + day * DAY_MS < until.getTime() - DAY_MS; day += 1) {
      this.setClock(new Date(from.getTime() + day * DAY_MS + this.dice(10, 20) * 3_600_000 + this.dice(0, 59) * 60_000))
      if (from.getTime() + day * DAY_MS - signedInAt > 6 * DAY_MS) {
        await this.signIn()
        signedInAt = from.getTime() + day * DAY_MS
      }
      for (const live of Object.values(this.habits)) await live(day, { home, second, third })
    }
  }

  /** What the user does on a day, for each kind of operation in the demo. */
  private readonly habits: Readonly<Record<DemoKind, (day: number, currencies: Currencies) => Promise<void>>> = {
    topup: async (day, { home }) => {
      if (day % 30 === 1) await this.topUp(this.amount(home, 60_000, 95_000), home, 'pay')
      if (day % 50 === 33) await this.topUp(this.amount(home, 1000, 3000), home, 'decline')
    },
    exchange: async (day, { home, second, third }) => {
      if (day % 9 === 4) await this.exchange(this.amount(home, 3000, 9000), home, day % 2 === 0 ? second : third)
      if (day % 40 === 20) await this.exchange('15.00', second, 'USDC')
    },
    withdrawal: async (day, { home }) => {
      const pan = day % 4 === 1 ? '2200123456787730' : '2200123456784821'
      if (day % 6 === 5) await this.withdraw(this.amount(home, 1500, 7000), home, pan)
      if (day % 70 === 41) await this.withdraw(this.amount(home, 500, 900), home, '2200123456780002')
    },
  }

  private async signUp(): Promise<void> {
    const isRussian = this.phone.startsWith('7')
    const person = isRussian ? { first_name: 'Анна', last_name: 'Смирнова' } : { first_name: 'Anna', last_name: 'Smith' }
    const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
    const confirm_code = await this.codeAfter(() =>
      this.expectOk('/v2/wallet/auth/register', {
        ...person,
        email: 'anna@mail.example',
        phone: this.phone,
        consents: this.brand.register.consents,
        ...(this.brand.register.address && address),
      }),
    )
    const { auth_token } = await this.expectOk('/v2/wallet/auth/register/phone/confirm', {
      phone: this.phone,
      confirm_code,
    })
    this.token = String(auth_token)
    await this.expectOk('/v2/wallet/auth/register/set/pin', { pin_code: this.pin })
  }

  private async signIn(): Promise<void> {
    const confirm_code = await this.codeAfter(() => this.expectOk('/v2/wallet/auth/send_code', { phone: this.phone }))
    const { auth_token } = await this.expectOk('/v2/wallet/auth/login', { phone: this.phone, confirm_code })
    this.token = String(auth_token)
  }

  /** The code of the SMS that comes of what is done, which is sent after its reply. */
  private async codeAfter(send: () => Promise<unknown>): Promise<string> {
    const before = await this.newestSms()
    await send()
    for (let look = 0; look < LOOKS; look += 1) {
      const newest = await this.newestSms()
      if (newest?.code && newest.sent_at !== before?.sent_at) return newest.code
      await pause(LOOK_AGAIN_MS)
    }
    throw new Error('No SMS with a code has come')
  }

  private async newestSms(): Promise<{ code: string | null; sent_at: string } | undefined> {
    const response = await fetch(`${this.url}/sandbox/sms.json?to=${this.phone}`)
    const { messages } = (await response.json()) as { messages: { code: string | null; sent_at: string }[] }
    return messages[0]
  }

  private async topUp(amount: string, currency: Currency, outcome: 'pay' | 'decline'): Promise<void> {
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

  private async withdraw(amount: string, currency: Currency, pan: string): Promise<void> {
    await this.call('/v2/wallet/withdrawal', { amount, currency_code: currency, pin: this.pin, pan })
  }

  private async exchange(amount: string, from: Currency, to: Currency): Promise<void> {
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
  private amount(currency: Currency, least: number, most: number): string {
    const units = this.dice(least, most)
    const text = currency === 'RUB' ? `${units}.${this.dice(0, 9)}0` : `${Math.floor(units / 50)}.${this.dice(0, 9)}5`
    if (!AMOUNT_GRAMMAR.test(text)) throw new Error(`Not an amount: ${text}`)
    return text
  }

  /** Deterministic: a linear congruential generator. */
  private dice(least: number, most: number): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return least + (this.seed % (most - least + 1))
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
