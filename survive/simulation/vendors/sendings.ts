import type { Money } from '#money/money'
import type { Payout } from '#server/providers/payouts/port'
import { callVendor, fateOf, Names, readDelivery, type Street, type Word } from './vendor.ts'

interface Sent {
  readonly reference: string
  readonly name: string
  readonly asked: Money
  /** What the vendor takes for it from the wallet, in the same currency, in minor units. */
  readonly fee: bigint
  state: Payout['state']
  /** What was paid; kept when it came back. */
  paid: Money
  /** The vendor has said one end and then the other. */
  isContradicted: boolean
}

/** What a vendor sends for the wallet: paid, or not, at once or later. */
export class Sendings {
  readonly all = new Map<string, Sent>()
  readonly port: 'payouts' | 'merchants'
  private readonly told = new Map<string, Payout>()
  private readonly names: Names
  private readonly what: string
  private readonly street: Street

  constructor(street: Street, port: Sendings['port'], what: string) {
    this.street = street
    this.port = port
    this.what = what
    this.names = new Names(what)
  }

  /** The wallet asks for money to be sent; the same reference again is the same. */
  send(reference: string, amount: Money, fee: bigint): Promise<Payout> {
    const asked = this.asked('send', reference)
    const fate = fateOf(this.street, { ...asked, method: 'fate' })
    return callVendor(this.street, asked, () => {
      const sent = this.all.get(reference) ?? this.accept(reference, amount, { fee, percent: fate.below(100) })
      if (sent.asked.minor !== amount.minor || sent.asked.currency !== amount.currency) throw new Error('It was another amount')
      const answer = toldOf(sent)
      return { answer, word: wordOf(answer) }
    })
  }

  /** The wallet asks what became of it. */
  find(reference: string): Promise<Payout | undefined> {
    return callVendor(this.street, this.asked('find', reference), () => {
      const found = this.all.get(reference)
      const answer = found && toldOf(found)
      return { answer, word: answer && wordOf(answer) }
    })
  }

  /** Reads a delivery of an event; nothing unless it is signed. */
  verify(webhook: Parameters<typeof readDelivery>[0]): { eventId: string; sent: Payout } | undefined {
    return readDelivery(webhook, (eventId) => {
      const sent = this.told.get(eventId)
      return sent && { eventId, sent }
    })
  }

  /** The vendor pays, or gives up, or takes back what it has said; it tells so by an event. */
  decide(sent: Sent, state: 'paid' | 'failed'): void {
    sent.isContradicted = sent.state !== 'pending'
    sent.state = state
    const told = toldOf(sent)
    const id = `${this.what} event ${this.told.size + 1}`
    this.told.set(id, told)
    const event = { port: this.port, id, reference: sent.reference, body: sent.name, word: wordOf(told) } as const
    this.street.events.push({ ...event, isAcknowledged: false, isUnsure: false })
  }

  /** What the vendor has from us for what it has paid, its fee in it, by currency, in minor units. */
  book(): Map<string, bigint> {
    const book = new Map<string, bigint>()
    for (const { state, paid, fee } of this.all.values()) {
      if (state !== 'paid') continue
      const times = this.street.plant === `a ${this.what} is paid twice` ? 2n : 1n
      book.set(paid.currency, (book.get(paid.currency) ?? 0n) + (paid.minor + fee) * times)
    }
    return book
  }

  private accept(reference: string, asked: Money, { fee, percent }: { fee: bigint; percent: number }): Sent {
    const state = percent < 45 ? 'paid' : percent < 55 ? 'failed' : 'pending'
    // One in ten is paid in another amount.
    const paid = percent % 10 === 7 ? { ...asked, minor: asked.minor - 1n } : asked
    const sent: Sent = { reference, name: this.names.of(reference), asked, fee, state, paid, isContradicted: false }
    this.all.set(reference, sent)
    return sent
  }

  private asked(method: string, reference: string) {
    return {
      port: this.port,
      method,
      reference,
      subject: this.names.of(reference),
      isRefusable: method === 'send',
    } as const
  }
}

function toldOf({ reference, state, paid }: Sent): Payout {
  return { reference, externalId: `out_${reference}`, state, ...(state === 'paid' && { amount: paid }) }
}

function wordOf({ state, amount }: Payout): Word {
  return { state, ...(amount && { currency: amount.currency, minor: amount.minor }) }
}
