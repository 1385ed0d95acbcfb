import { askIdentification, askQuote, askRates, deliver, deliverGarbage, look, runJobs, signIn, signUp } from './actions.ts'
import { drawRequest } from './draw-request.ts'
import type { RequestKind } from './kinds.ts'
import type { Trouble } from './life.ts'
import { ASKING, type Request, send } from './requests.ts'
import { type Action, type Town, uneventful } from './town.ts'
import { decideAtVendors } from './vendors-decide.ts'

/** What is done in a step, what happens to the process meanwhile, and how much time passes before. */
export interface Step {
  readonly actions: readonly Action[]
  readonly trouble: Trouble | undefined
  readonly passMs: number
}

type Kind =
  | RequestKind
  | 'again'
  | 'event'
  | 'garbage'
  | 'job'
  | 'rates'
  | 'quote'
  | 'look'
  | 'identification'
  | 'sign-in'
  | 'sign-up'
  | 'vendors'

// How often each is drawn.
const WEIGHTS: Readonly<Record<Kind, number>> = {
  topup: 15,
  'cancel-topup': 3,
  withdrawal: 10,
  payment: 12,
  exchange: 10,
  p2p: 12,
  request: 5,
  'withdraw-request': 2,
  'decline-request': 2,
  receive: 6,
  decline: 2,
  'take-back': 3,
  account: 3,
  again: 11,
  vendors: 20,
  event: 16,
  garbage: 1,
  job: 13,
  rates: 9,
  quote: 10,
  look: 4,
  identification: 3,
  'sign-in': 2,
  'sign-up': 2,
}
const WEIGHT = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)
const JOBS = [
  'withdrawals',
  'withdrawals',
  'withdrawals',
  'payments',
  'payments',
  'p2p',
  'p2p',
  'requests',
  'topups',
  'topups',
  'topups',
  'identifications',
  'checkpoints',
  'cases',
  'deletion',
]
const CRASH = 0.015
const LOST_ANSWER = 0.015
const CROWD = 0.12
const TWICE = 0.1
const MOMENTS_MAX = 25
// Answers are kept for a week.
const AGAIN_WITHIN_MS = 6 * 86_400_000

/** Draws a step. */
export function drawStep(town: Town, requests: Request[], number: number): Step {
  const { random } = town
  const chance = random.below(1000) / 1000
  const kind: Trouble['kind'] | undefined = chance < CRASH ? 'crash' : chance < CRASH + LOST_ANSWER ? 'lost answer' : undefined
  const trouble = kind && { kind, after: 1 + random.below(MOMENTS_MAX) }
  const count = random.chance(CROWD) ? 2 + random.below(3) : 1
  const drawn = Array.from({ length: count }, () => drawAction(town, requests, number))
  return { actions: withoutRivals(drawn), trouble, passMs: drawTime(town) }
}

interface Drawn {
  /** What no other action of the same step may be about. */
  readonly about: string
  readonly action: Action
  /** What it does decides what others are answered. */
  readonly isLone?: boolean
}

function withoutRivals(drawn: readonly Drawn[]): Action[] {
  const lone = drawn.find(({ isLone }) => isLone)
  if (lone) return [lone.action]
  return [...new Map(drawn.map(({ about, action }) => [about, action])).values()]
}

function drawTime({ random }: Town): number {
  const chance = random.below(1000)
  if (chance < 920) return 1 + random.below(3000)
  if (chance < 970) return 1000 * (10 + random.below(300))
  if (chance < 996) return 60_000 * (10 + random.below(120))
  // What waits for its recipient runs out.
  return 3 * 86_400_000
}

function drawAction(town: Town, requests: Request[], number: number): Drawn {
  const { random, street, people } = town
  const kind = drawKind(random.below(WEIGHT))
  const times = random.chance(TWICE) ? 2 : 1
  const person = random.pick(people)
  switch (kind) {
    case 'again': {
      const earlier = requests.filter(({ sentAt }) => town.clock.ms - sentAt < AGAIN_WITHIN_MS)
      // Those of late are sent again more often: nobody has heard what became of them.
      const latest = random.chance(0.7) ? earlier.slice(-6) : earlier
      return latest.length > 0 ? asked(town, random.pick(latest), times) : nothing()
    }
    case 'event': {
      const fresh = street.events.filter(({ isAcknowledged }) => !isAcknowledged)
      const choice = fresh.length > 0 && !random.chance(0.2) ? fresh : street.events
      const event = choice[random.below(choice.length)]
      return event ? { about: event.reference, action: deliver(town, event, times) } : nothing()
    }
    case 'garbage':
      return { about: 'garbage', action: deliverGarbage(town) }
    case 'job': {
      const job = random.pick(JOBS)
      return { about: `job ${job}`, action: runJobs(town, [job]) }
    }
    case 'rates':
      return { about: 'rates', action: askRates(town, person) }
    case 'quote':
      return { about: `quote of ${person.name}`, action: askQuote(town, person) }
    case 'look':
      return { about: 'look', action: look(town, person) }
    case 'identification': {
      const what = random.pick(['upgrade', 'status'] as const)
      return { about: `identification of ${person.name}`, action: askIdentification(town, person, what) }
    }
    case 'sign-in':
      return { about: `pin of ${person.name}`, action: signIn(town, person) }
    // Who has a wallet is sent money in another way.
    case 'sign-up':
      return { about: 'sign-up', action: signUp(town), isLone: true }
    case 'vendors':
      return { about: 'vendors', action: decideAtVendors(town) }
    default: {
      const request = drawRequest(town, kind, number * 10 + requests.length)
      requests.push(request)
      return asked(town, request, times)
    }
  }
}

/** A PIN is tried by one request of a step, and an account opened by nothing else: which of two is first decides what becomes of both. */
function asked(town: Town, request: Request, times: 1 | 2): Drawn {
  const { kind, name, person, wanted } = request
  const about = ASKING[kind].isConfirmed ? `pin of ${person.name}` : (wanted.transfer ?? wanted.request ?? name)
  const opens = wanted.recipient !== undefined && !town.accountIds.has(`${wanted.recipient} ${wanted.currency}`)
  return { about, action: () => send(town, request, times), isLone: kind === 'account' || opens }
}

function nothing(): Drawn {
  return { about: 'nothing', action: () => Promise.resolve(uneventful('nothing')) }
}

function drawKind(place: number): Kind {
  let left = place
  const kinds = Object.keys(WEIGHTS) as Kind[]
  return (
    kinds.find((kind) => {
      left -= WEIGHTS[kind]
      return left < 0
    }) ?? 'look'
  )
}
