import type { Currency } from '#money/currency'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import { UnreadableEvent } from '#server/providers/signature'
import { VendorRefusal } from '#server/providers/vendor-http'
import { type Random, randomOf } from '../../random.ts'
import type { Life } from '../life.ts'

type Port = 'payments' | 'payouts' | 'merchants' | 'identity' | 'rates' | 'sms' | 'email'

/** What a vendor says of a payment, payout or check; amounts in minor units. */
export interface Word {
  readonly state: string
  readonly currency?: Currency
  readonly minor?: bigint
}

/** A call of a vendor as it ended for the wallet. */
export interface VendorCall {
  readonly port: Port
  readonly method: string
  /** The wallet's id of it, where it has one. */
  readonly reference: string
  /** The same, named by its first appearance: the trace has no ids. */
  readonly subject: string
  /** `lost`: it never came; `unanswered`: it came, and the answer was lost; `refused`: for good, or for now. */
  readonly outcome: 'answered' | 'lost' | 'unanswered' | 'refused' | 'refused for now'
  /** What it says; nothing where the vendor knows nothing of it. */
  readonly word?: Word | undefined
}

/** An event of a vendor, delivered until it is acknowledged, and sometimes again. */
export interface VendorEvent {
  readonly port: 'payments' | 'payouts' | 'merchants' | 'identity'
  readonly id: string
  readonly reference: string
  readonly body: string
  readonly word: Word
  isAcknowledged: boolean
  /** It may have been heard, though nobody has said so. */
  isUnsure: boolean
}

/** What all vendors of one simulation share. */
export interface Street {
  /** The life of the process that calls now. */
  life: Life
  /** The vendors fail from time to time. */
  hasFaults: boolean
  /** Names this step, for what is drawn in it. */
  step: string
  /** What was called in this step. */
  calls: VendorCall[]
  events: VendorEvent[]
  /** What a vendor does wrong that no wallet can put right: a simulation has to find it. */
  readonly plant: Plant | undefined
}

export type Plant = 'a payout is paid twice' | 'a payment to a seller is paid twice' | 'a payment is told wrong'

interface VendorRequest {
  readonly port: Port
  readonly method: string
  readonly reference: string
  readonly subject: string
  /** Whether the vendor may refuse it. */
  readonly isRefusable?: boolean
}

/** The chance of one call: the same in whatever order calls come. */
export function fateOf(street: Street, { port, method, subject }: Pick<VendorRequest, 'port' | 'method' | 'subject'>): Random {
  const earlier = street.calls.filter((call) => call.port === port && call.method === method && call.subject === subject).length
  return randomOf(street.step, port, method, subject, earlier)
}

const LOST = 0.1
const UNANSWERED = 0.1
const REFUSED = 0.06

/** Calls a vendor: `act` is what happens there. The call or its answer may be lost, and it may be refused before anything happens. */
export async function callVendor<Answer>(
  street: Street,
  asked: VendorRequest,
  act: () => { readonly answer: Answer; readonly word?: Word | undefined },
): Promise<Answer> {
  const { life } = street
  const { port, method } = asked
  const fate = fateOf(street, asked)
  const [isLost, isUnanswered, isRefused, isForGood] = [LOST, UNANSWERED, REFUSED, 0.5].map(
    (share) => fate.chance(share) && street.hasFaults,
  )
  const note = (outcome: VendorCall['outcome'], word?: Word): number => street.calls.push({ ...asked, outcome, word })
  return life.alone(`${port}.${method}`, async () => {
    if (isLost) {
      note('lost')
      throw new Unavailable(port)
    }
    if (isRefused && asked.isRefusable) {
      note(isForGood ? 'refused' : 'refused for now')
      throw isForGood ? new NotAccepted(port, 'HTTP 422') : new VendorRefusal(port, method, 401)
    }
    const { answer, word } = act()
    note(isUnanswered ? 'unanswered' : 'answered', word)
    if (isUnanswered) throw new Unavailable(port)
    return answer
  })
}

/** Names things by the order in which they appear. */
export class Names {
  private readonly names = new Map<string, string>()
  private readonly kind: string

  constructor(kind: string) {
    this.kind = kind
  }

  of(id: string): string {
    const name = this.names.get(id) ?? `${this.kind} ${this.names.size + 1}`
    this.names.set(id, name)
    return name
  }
}

const SIGNATURE = 'by the vendor'

/** The body and the header of an event, as it is delivered. */
export function deliveryOf(event: VendorEvent): { body: string; signature: string } {
  return { body: JSON.stringify({ id: event.id, event: event.body }), signature: SIGNATURE }
}

/** Reads a delivery; nothing unless it is signed. Throws UnreadableEvent, as every connector does, for one that is not as agreed. */
export function readDelivery<Body>(
  { rawBody, signature }: { rawBody: Buffer; signature: string | undefined },
  read: (id: string) => Body | undefined,
): Body | undefined {
  if (signature !== SIGNATURE) return undefined
  const { id } = JSON.parse(rawBody.toString()) as { id?: unknown }
  const body = typeof id === 'string' ? read(id) : undefined
  if (body === undefined) throw new UnreadableEvent('No event of ours')
  return body
}
