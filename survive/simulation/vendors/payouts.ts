import type { Money } from '#money/money'
import type { Payout, PayoutProvider } from '#server/providers/payouts/port'
import { callVendor, fateOf, Names, readDelivery, type Street, type Word } from './vendor.ts'

interface Sent {
  readonly reference: string
  readonly name: string
  readonly asked: Money
  state: Payout['state']
  /** What was paid out; kept when it came back. */
  paid: Money
  /** The vendor has said one end and then the other. */
  isContradicted: boolean
}

/** The vendor of payouts: a vault of cards, and payouts that are paid, or not, at once or later. */
export class PayoutsVendor {
  readonly payouts = new Map<string, Sent>()
  private readonly told = new Map<string, Payout>()
  private readonly names = new Names('payout')
  private tokens = 0
  private readonly street: Street

  constructor(street: Street) {
    this.street = street
  }

  /** As the wallet reaches it. */
  readonly provider: PayoutProvider = {
    name: 'simulated',
    signatureHeader: 'signature',
    tokenise: (destination) => {
      const number = destination.kind === 'card' ? destination.pan : destination.address
      const asked = { port: 'payouts', method: 'tokenise', reference: '', subject: number, isRefusable: true } as const
      return callVendor(this.street, asked, () => {
        this.tokens += 1
        return { answer: { token: `token ${this.tokens}`, masked: `••\u00a0${number.slice(-4)}`, fingerprint: number.slice(-4) } }
      })
    },
    send: ({ reference, amount }) => {
      const asked = this.asked('send', reference)
      const fate = fateOf(this.street, { ...asked, method: 'fate' })
      return callVendor(this.street, asked, () => {
        const sent = this.payouts.get(reference) ?? this.accept(reference, amount, fate.below(100))
        if (sent.asked.minor !== amount.minor || sent.asked.currency !== amount.currency) throw new Error('It was another amount')
        const answer = payoutOf(sent)
        return { answer, word: wordOf(answer) }
      })
    },
    find: (reference) =>
      callVendor(this.street, this.asked('find', reference), () => {
        const found = this.payouts.get(reference)
        const answer = found && payoutOf(found)
        return { answer, word: answer && wordOf(answer) }
      }),
    verify: (webhook) =>
      readDelivery(webhook, (eventId) => {
        const payout = this.told.get(eventId)
        return payout && { eventId, payout }
      }),
  }

  /** The vendor pays, or gives up, or takes back what it has said; it tells so by an event. */
  decide(sent: Sent, state: 'paid' | 'failed'): void {
    sent.isContradicted = sent.state !== 'pending'
    sent.state = state
    const payout = payoutOf(sent)
    const id = `payout event ${this.told.size + 1}`
    this.told.set(id, payout)
    const event = { port: 'payouts', id, reference: sent.reference, body: sent.name, word: wordOf(payout) } as const
    this.street.events.push({ ...event, isAcknowledged: false, isUnsure: false })
  }

  /** What the vendor has paid out for us, by currency, in minor units. */
  book(): Map<string, bigint> {
    const book = new Map<string, bigint>()
    for (const { state, paid } of this.payouts.values()) {
      if (state !== 'paid') continue
      const times = this.street.plant === 'a payout is paid twice' ? 2n : 1n
      book.set(paid.currency, (book.get(paid.currency) ?? 0n) + paid.minor * times)
    }
    return book
  }

  private accept(reference: string, asked: Money, percent: number): Sent {
    const state = percent < 45 ? 'paid' : percent < 55 ? 'failed' : 'pending'
    // One in ten is paid out in another amount.
    const paid = percent % 10 === 7 ? { ...asked, minor: asked.minor - 1n } : asked
    const sent: Sent = { reference, name: this.names.of(reference), asked, state, paid, isContradicted: false }
    this.payouts.set(reference, sent)
    return sent
  }

  private asked(method: string, reference: string) {
    return { port: 'payouts', method, reference, subject: this.names.of(reference), isRefusable: method === 'send' } as const
  }
}

function payoutOf({ reference, state, paid }: Sent): Payout {
  return { reference, externalId: `out_${reference}`, state, ...(state === 'paid' && { amount: paid }) }
}

function wordOf({ state, amount }: Payout): Word {
  return { state, ...(amount && { currency: amount.currency, minor: amount.minor }) }
}
