import type { PayoutProvider } from '#server/providers/payouts/port'
import { Sendings } from './sendings.ts'
import { callVendor, type Street } from './vendor.ts'

/** The vendor of payouts: a vault of cards, and payouts. */
export class PayoutsVendor {
  readonly sendings: Sendings
  private tokens = 0
  private readonly street: Street

  constructor(street: Street) {
    this.street = street
    this.sendings = new Sendings(street, 'payouts', 'payout')
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
    send: ({ reference, amount }) => this.sendings.send(reference, amount, 0n),
    find: (reference) => this.sendings.find(reference),
    verify: (webhook) => {
      const event = this.sendings.verify(webhook)
      return event && { eventId: event.eventId, payout: event.sent }
    },
  }
}
