import type { Currency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import type { EmailProvider } from '#server/providers/email/port'
import type { IdentityCheck, IdentityProvider } from '#server/providers/identity/port'
import type { RateProvider } from '#server/providers/rates/port'
import type { SmsProvider } from '#server/providers/sms/port'
import { randomOf } from '../../random.ts'
import type { VirtualClock } from '../clock.ts'
import { callVendor, fateOf, Names, readDelivery, type Street } from './vendor.ts'

/** The vendor of messages: the last code that arrived, by phone. What the wallet tells by itself has a reference. */
export class SmsVendor {
  readonly arrived = new Map<string, string>()
  readonly provider: SmsProvider

  constructor(street: Street) {
    this.provider = {
      send: ({ phone, text, reference }) =>
        callVendor(street, { port: 'sms', method: 'send', reference: '', subject: phone }, () => {
          if (reference === undefined) this.arrived.set(phone, text)
          return { answer: undefined }
        }),
    }
  }
}

/** The vendor of e-mail, which keeps nothing. */
export class EmailVendor {
  readonly provider: EmailProvider

  constructor(street: Street) {
    this.provider = {
      send: ({ to }) =>
        callVendor(street, { port: 'email', method: 'send', reference: '', subject: to }, () => ({ answer: undefined })),
    }
  }
}

// What one unit is worth in hundredths of a rouble.
const WORTH: readonly (readonly [Currency, number])[] = [
  ['RUB', 100],
  ['USD', 8013],
  ['EUR', 9330],
  ['USDC', 8010],
]
const SLOT_MS = 30_000
const DECIMALS = 12
const BROKEN = 0.2

/** The vendor of rates, which move every half a minute. */
export class RatesVendor {
  /** What it has answered with, and when: mid rates as decimal strings by pair. */
  readonly answered: { readonly at: number; readonly mids: ReadonlyMap<string, string> }[] = []
  /** Whether people were offered rates of it: from then on the wallet knows what is a jump. */
  wereOffered = false
  readonly provider: RateProvider

  constructor(street: Street, clock: VirtualClock, seed: number) {
    const asked = { port: 'rates', method: 'latest', reference: '', subject: 'rates' } as const
    this.provider = {
      latest: () => {
        const isBroken = street.hasFaults && this.wereOffered && fateOf(street, asked).chance(BROKEN)
        return callVendor(street, asked, () => {
          const mids = midsOf(seed, Math.floor(clock.ms / SLOT_MS))
          if (!isBroken) this.answered.push({ at: clock.ms, mids })
          const rates = [...mids].flatMap(([pair, mid]): Rate[] => {
            const [from, to] = pair.split(' ') as [Currency, Currency]
            const rate = parseRate(from, to, '1', mid)
            return rate ? [{ ...rate, numerator: rate.numerator * (isBroken ? 2n : 1n) }] : []
          })
          return { answer: { asOf: clock.now(), rates }, ...(isBroken && { word: { state: 'broken' } }) }
        })
      },
    }
  }
}

function midsOf(seed: number, slot: number): Map<string, string> {
  const worth = WORTH.map(([currency, hundredths]) => {
    const swing = randomOf(seed, slot, currency).below(20_001) - 10_000
    return { currency, worth: BigInt(hundredths) * BigInt(1_000_000 + swing) }
  })
  return new Map(
    worth.flatMap((from) =>
      worth
        .filter((to) => to !== from)
        .map((to) => [`${from.currency} ${to.currency}`, decimal((from.worth * 10n ** BigInt(DECIMALS)) / to.worth)] as const),
    ),
  )
}

function decimal(scaled: bigint): string {
  const digits = scaled.toString().padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

interface Check extends IdentityCheck {
  readonly name: string
  /** The first name of whom it is about. */
  readonly person: string
}

/** The vendor of identity checks. */
export class IdentityVendor {
  /** By the wallet's id of it. */
  readonly checks = new Map<string, Check>()
  private readonly told = new Set<string>()
  private readonly names = new Names('check')
  private readonly street: Street

  constructor(street: Street) {
    this.street = street
  }

  /** As the wallet reaches it. */
  readonly provider: IdentityProvider = {
    name: 'simulated',
    signatureHeader: 'signature',
    begin: ({ reference, firstName }) =>
      callVendor(this.street, this.asked('begin', reference), () => {
        const externalId = `check_${reference}`
        if (!this.checks.has(reference)) {
          this.checks.set(reference, {
            reference,
            externalId,
            state: 'pending',
            name: this.names.of(reference),
            person: firstName,
          })
        }
        return { answer: { url: `https://identity.example/${reference}`, externalId } }
      }),
    find: (externalId) => {
      const reference = externalId.slice('check_'.length)
      return callVendor(this.street, this.asked('find', reference), () => {
        const answer = this.checks.get(reference)
        return { answer, word: answer && { state: answer.state } }
      })
    },
    verify: (webhook) =>
      readDelivery(webhook, (eventId) => {
        const [, reference = ''] = eventId.split('/')
        return this.told.has(eventId) ? { eventId, kind: 'updated', externalId: `check_${reference}` } : undefined
      }),
  }

  /** The person is who they say they are, or is not; the vendor tells by an event that there is something to ask. */
  decide(check: Check, state: 'complete' | 'aborted'): void {
    const { reference, name } = check
    this.checks.set(reference, { ...check, state, ...(state === 'aborted' && { reason: 'declined' as const }) })
    const id = `identity event ${this.told.size + 1}/${reference}`
    this.told.add(id)
    const event = { port: 'identity', id, reference, body: name, word: { state } } as const
    this.street.events.push({ ...event, isAcknowledged: false, isUnsure: false })
  }

  private asked(method: string, reference: string) {
    return { port: 'identity', method, reference, subject: this.names.of(reference) } as const
  }
}
