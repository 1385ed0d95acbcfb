import { askIdentification, askRates, deliver, deliverGarbage, look, runJobs, signIn } from './actions.ts'
import { drawRequest } from './draw-request.ts'
import type { Trouble } from './life.ts'
import { type Request, send } from './requests.ts'
import { type Action, type Town, uneventful } from './town.ts'
import { decideAtVendors } from './vendors-decide.ts'

/** What is done in a step, what happens to the process meanwhile, and how much time passes before. */
export interface Step {
  readonly actions: readonly Action[]
  readonly trouble: Trouble | undefined
  readonly passMs: number
}

type Kind = Request['kind'] | 'again' | 'event' | 'garbage' | 'job' | 'rates' | 'look' | 'identification' | 'sign-in' | 'vendors'

// How often each is drawn.
const WEIGHTS: readonly (readonly [Kind, number])[] = [
  ['topup', 13],
  ['withdrawal', 12],
  ['exchange', 12],
  ['account', 3],
  ['again', 9],
  ['vendors', 16],
  ['event', 13],
  ['garbage', 1],
  ['job', 11],
  ['rates', 9],
  ['look', 4],
  ['identification', 3],
  ['sign-in', 2],
]
const WEIGHT = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0)
const JOBS = [
  'withdrawals',
  'withdrawals',
  'withdrawals',
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
  const chance = random.below(100)
  if (chance < 92) return 1 + random.below(3000)
  if (chance < 97) return 1000 * (10 + random.below(300))
  return 60_000 * (10 + random.below(120))
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
    case 'look':
      return { about: 'look', action: look(town, person) }
    case 'identification': {
      const what = random.pick(['upgrade', 'status'] as const)
      return { about: `identification of ${person.name}`, action: askIdentification(town, person, what) }
    }
    case 'sign-in':
      return { about: `pin of ${person.name}`, action: signIn(town, person) }
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
  const { kind, name, person } = request
  const about = kind === 'withdrawal' ? `pin of ${person.name}` : name
  return { about, action: () => send(town, request, times), isLone: kind === 'account' }
}

function nothing(): Drawn {
  return { about: 'nothing', action: () => Promise.resolve(uneventful('nothing')) }
}

function drawKind(place: number): Kind {
  let left = place
  for (const [kind, weight] of WEIGHTS) {
    left -= weight
    if (left < 0) return kind
  }
  return 'look'
}
