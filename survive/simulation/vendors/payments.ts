import { add, type Money, money, subtract } from '#money/money'
import type { Payment, PaymentProvider } from '#server/providers/payments/port'
import { callVendor, Names, readDelivery, type Street } from './vendor.ts'

interface Order {
  readonly id: string
  readonly name: string
  readonly ordered: Money
  state: Payment['state']
  /** What was paid. */
  paid: Money | undefined
  /** What the payer's bank took back of it. */
  takenBack: Money | undefined
}

/** The vendor of payments, and what its payers do. */
export class PaymentsVendor {
  readonly orders = new Map<string, Order>()
  private readonly told = new Map<string, Payment>()
  private readonly names = new Names('payment')
  private readonly street: Street

  constructor(street: Street) {
    this.street = street
  }

  /** As the wallet reaches it. */
  readonly provider: PaymentProvider = {
    name: 'simulated',
    signatureHeader: 'signature',
    create: ({ order, amount }) =>
      callVendor(this.street, this.asked('create', order), () => {
        if (!this.orders.has(order)) {
          const made = { id: order, name: this.names.of(order), ordered: amount, state: 'pending' as const }
          this.orders.set(order, { ...made, paid: undefined, takenBack: undefined })
        }
        return { answer: { url: `https://pay.example/${order}`, externalId: `pay_${order}` } }
      }),
    find: (order) =>
      callVendor(this.street, this.asked('find', order), () => {
        const found = this.orders.get(order)
        const answer = found && this.paymentOf(found)
        return { answer, word: answer && wordOf(answer) }
      }),
    verify: (webhook) =>
      readDelivery(webhook, (eventId) => {
        const payment = this.told.get(eventId)
        return payment && { eventId, payment }
      }),
  }

  /** The payer pays, or it is declined, or taken back by the payer's bank; the vendor tells it by an event. */
  decide(order: Order, state: Payment['state'], amount: Money): void {
    order.state = state
    if (state === 'complete') order.paid = amount
    if (state === 'charged_back') order.takenBack = amount
    const payment = this.paymentOf(order)
    const id = `payment event ${this.told.size + 1}`
    this.told.set(id, payment)
    const event = { port: 'payments', id, reference: order.id, body: order.name, word: wordOf(payment) } as const
    this.street.events.push({ ...event, isAcknowledged: false, isUnsure: false })
  }

  /** What the vendor has for us, by currency, in minor units. */
  book(): Map<string, bigint> {
    const book = new Map<string, bigint>()
    for (const { ordered, paid, takenBack } of this.orders.values()) {
      const nothing = money(ordered.currency, 0n)
      const left = subtract(paid ?? nothing, takenBack ?? nothing)
      book.set(ordered.currency, (book.get(ordered.currency) ?? 0n) + left.minor)
    }
    return book
  }

  private asked(method: string, reference: string) {
    return { port: 'payments', method, reference, subject: this.names.of(reference), isRefusable: method === 'create' } as const
  }

  private paymentOf({ id, ordered, state, paid, takenBack }: Order): Payment {
    const said = (state === 'charged_back' ? takenBack : paid) ?? ordered
    const isWrong = this.street.plant === 'a payment is told wrong' && state === 'complete'
    const amount = isWrong ? add(said, money(said.currency, 1n)) : said
    return { order: id, externalId: `pay_${id}`, state, amount }
  }
}

function wordOf({ state, amount }: Payment) {
  return { state, currency: amount.currency, minor: amount.minor }
}
