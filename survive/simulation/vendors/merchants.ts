import type { Currency } from '#money/currency'
import { money } from '#money/money'
import type { CodeQuote, MerchantProvider } from '#server/providers/merchants/port'
import type { Random } from '../../random.ts'
import type { VirtualClock } from '../clock.ts'
import { Sendings } from './sendings.ts'
import { callVendor, type Street } from './vendor.ts'

const QUOTE_LIFE_MS = 600_000

/** What a seller asks for by a code, in minor units: so much, or what the payer says between two amounts. */
interface Price {
  readonly currency: Currency
  readonly least: bigint
  readonly most: bigint
  readonly fee: bigint
}

/** The vendor of payments to sellers: their codes, what each asks for, and the payments. */
export class MerchantsVendor {
  readonly sendings: Sendings
  private readonly prices = new Map<string, Price>()
  private readonly quotes = new Map<string, Price>()
  private readonly street: Street
  private readonly clock: VirtualClock

  constructor(street: Street, clock: VirtualClock) {
    this.street = street
    this.clock = clock
    this.sendings = new Sendings(street, 'merchants', 'payment to a seller')
  }

  /** As the wallet reaches it. */
  readonly provider: MerchantProvider = {
    name: 'simulated',
    signatureHeader: 'signature',
    quote: (code) => {
      const asked = { port: 'merchants', method: 'quote', reference: '', subject: 'a code', isRefusable: true } as const
      return callVendor(this.street, asked, () => {
        const price = this.prices.get(code)
        return { answer: price && this.quoted(price) }
      })
    },
    pay: ({ reference, quoteId, amount }) => {
      const price = this.quotes.get(quoteId)
      if (price?.currency !== amount.currency || amount.minor < price.least || amount.minor > price.most)
        throw new Error('It was quoted in another way')
      return this.sendings.send(reference, amount, price.fee)
    },
    find: (reference) => this.sendings.find(reference),
    verify: (webhook) => {
      const event = this.sendings.verify(webhook)
      return event && { eventId: event.eventId, payment: event.sent }
    },
  }

  /** A seller shows a code. */
  show(random: Random): string {
    const currency = random.pick(['RUB', 'EUR'] as const)
    const least = BigInt(1000 + random.below(15_000))
    const most = random.chance(0.3) ? least * 2n : least
    const number = this.prices.size + 1
    const code =
      currency === 'RUB'
        ? `https://qr.nspk.ru/${String(number).padStart(32, 'A')}`
        : `BCD\n002\n1\nSCT\n\nThe shop\nDE89370400440532013000\n\n\n\nfor ${number}`
    this.prices.set(code, { currency, least, most, fee: BigInt(random.below(3) * 25) })
    return code
  }

  /** Whether somebody was told what a code asks for. */
  isPriceOf(code: string, { currency, least, most, fee }: { readonly [Key in keyof Price]: Price[Key] | string }): boolean {
    const price = this.prices.get(code)
    return price?.currency === currency && price.least === least && price.most === most && price.fee === fee
  }

  private quoted(price: Price): CodeQuote {
    const { currency, least, most, fee } = price
    const id = `quote ${this.quotes.size + 1}`
    this.quotes.set(id, price)
    const [min, max] = [money(currency, least), money(currency, most)]
    const asked = least === most ? { amount: min } : { min, max }
    return {
      id,
      seller: 'The shop',
      asked,
      fee: money(currency, fee),
      expiresAt: new Date(this.clock.ms + QUOTE_LIFE_MS),
    }
  }
}
