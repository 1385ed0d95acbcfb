import type { PeoplesKind } from '#survive/made-by'
import type { Word } from './vendors/vendor.ts'

/** What the model expects of the wallet: plain facts, moved by the rules in words of docs/money.md and by nothing of the wallet's code. */
export interface World {
  /** By person and currency, `anna USD`, in minor units. */
  readonly accounts: Map<string, Account>
  /** What people have made, by name. */
  readonly operations: Map<string, Operation>
  /** Requests for money, by name. */
  readonly requests: Map<string, MoneyRequest>
  /** By person. */
  readonly pins: Map<string, Pin>
  readonly levels: Map<string, string>
}

export interface Account {
  readonly balance: bigint
  readonly owed: bigint
}

export interface Operation {
  readonly kind: PeoplesKind
  readonly state: string
  /** The account that is credited, or that pays. */
  readonly account: string
  /** What is ordered, paid out, paid to a seller or given, without the fee. */
  readonly minor: bigint
  readonly fee: bigint
  /** What a payment to a seller takes from its account, which may be of another currency than what is paid. */
  readonly cost?: bigint
  /** What a seller had quoted: it is paid once. */
  readonly quote?: string
  /** What it changes each account by, as the books have it: tells whose operation it is before its id is known. */
  readonly legs: string
  readonly at: number
  /** A transfer that waits for its recipient, or did. */
  readonly waits?: Waits
  /** Sent by a provider, which said one end and then the other. */
  readonly isContradicted?: true
}

/** Money that somebody asks for, of one person or of whoever has the code. */
export interface MoneyRequest {
  readonly account: string
  readonly payer: string | undefined
  /** Nothing: whoever pays says how much. */
  readonly minor: bigint | undefined
  /** Several may pay it. */
  readonly isCollect: boolean
  readonly state: 'open' | 'paid' | 'withdrawn' | 'declined' | 'expired'
  readonly paid: bigint
  readonly payments: number
  /** As the books have it, in words: tells whose request it is before its id is known. */
  readonly legs: string
  readonly expiresAt: number
}

/** How a transfer waits: with a protection code, for somebody without a wallet, or for a word of who is not found by their number. */
export interface Waits {
  readonly recipient: string
  readonly receipt: 'by_code' | 'at_sign_up' | 'by_hand'
  /** The recipient had a wallet while it waited: it is theirs to receive. */
  readonly isTheirs: boolean
  readonly triesLeft: number
  readonly expiresAt: number
}

/** The wrong PINs of a person: when each was, and how many were of the present session, and in a row there. */
interface Pin {
  readonly wrongAt: readonly number[]
  readonly inSession: number
  readonly inARow: number
}

/** Something that happens to the world. */
export type Effect = (world: World) => void

/** A world of its own, for what may not have happened. */
export function copyOf({ accounts, operations, requests, pins, levels }: World): World {
  return {
    accounts: new Map(accounts),
    operations: new Map(operations),
    requests: new Map(requests),
    pins: new Map(pins),
    levels: new Map(levels),
  }
}

/** All that can be compared with the books, by name. */
export function factsOf({ accounts, operations, requests, pins, levels }: World): Map<string, string> {
  return new Map([
    ...[...accounts].map(([name, { balance, owed }]) => [name, `${balance} owed ${owed}`] as const),
    ...[...operations].map(([name, operation]) => [name, `${stateOf(operation)} ${operation.legs}`] as const),
    ...[...requests].map(
      ([name, { state, paid, payments, legs }]) => [name, `${state}, paid ${paid} in ${payments} ${legs}`] as const,
    ),
    ...[...pins].map(([name, { wrongAt }]) => [`pin of ${name}`, `${wrongAt.length} wrong`] as const),
    ...[...levels].map(([name, level]) => [`level of ${name}`, level] as const),
  ])
}

function stateOf({ state, waits }: Operation): string {
  return state === 'waiting' && waits?.receipt === 'by_code' ? `waiting, ${waits.triesLeft} tries left` : state
}

/** Money comes to an account: what is owed on it is paid first. */
function credit({ accounts }: World, name: string, minor: bigint): void {
  const { balance, owed } = accounts.get(name) ?? { balance: 0n, owed: 0n }
  const after = balance + minor
  const paid = after < owed ? after : owed
  accounts.set(name, { balance: after - paid, owed: owed - paid })
}

/** Money is taken from an account without asking: what is missing is owed. */
function takeBack({ accounts }: World, name: string, minor: bigint): void {
  const { balance, owed } = accounts.get(name) ?? { balance: 0n, owed: 0n }
  const taken = balance < minor ? balance : minor
  accounts.set(name, { balance: balance - taken, owed: owed + minor - taken })
}

/** An account is opened, unless there is one. */
export function opening(account: string): Effect {
  return ({ accounts }) => accounts.has(account) || accounts.set(account, { balance: 0n, owed: 0n })
}

/** A person orders a top-up: nothing moves. */
export function ordering(name: string, order: Omit<Operation, 'kind' | 'state' | 'fee'>): Effect {
  return ({ operations }) => operations.set(name, { ...order, kind: 'topup', state: 'pending', fee: 0n })
}

/** A person cancels an order that nobody has paid: nothing moves. */
export function cancelling(name: string): Effect {
  return ({ operations }) => {
    const order = operations.get(name)
    if (order && isOpen(order)) operations.set(name, { ...order, state: 'cancelled' })
  }
}

/** Money is held for a provider that sends it, with a PIN that was right. */
export function holding(name: string, person: string, held: Omit<Operation, 'state'>): Effect {
  return (world) => {
    takeBack(world, held.account, costOf(held))
    world.operations.set(name, { ...held, state: 'held' })
    world.pins.set(person, { ...pinOf(world, person), inARow: 0 })
  }
}

function costOf({ minor, fee, cost = minor + fee }: Pick<Operation, 'minor' | 'fee' | 'cost'>): bigint {
  return cost
}

/** A transfer to a person, with a PIN that was right: they have it at once, and a request that it is for is paid. */
export function transferring(
  name: string,
  person: string,
  { to, request, ...sent }: Pick<Operation, 'account' | 'minor' | 'legs' | 'at'> & { to: string; request: string | undefined },
): Effect {
  return (world) => {
    const { account, minor, legs, at } = sent
    takeBack(world, account, minor)
    credit(world, to, minor)
    if (request !== undefined) paying(request, minor)(world)
    world.operations.set(name, { kind: 'p2p', state: 'complete', account, minor, fee: 0n, legs, at })
    world.pins.set(person, { ...pinOf(world, person), inARow: 0 })
  }
}

/** An exchange: `gives` goes, `gets` comes. */
export function exchanging(
  name: string,
  { account, minor, to, gets, legs, at }: Pick<Operation, 'account' | 'minor' | 'legs' | 'at'> & { to: string; gets: bigint },
): Effect {
  return (world) => {
    takeBack(world, account, minor)
    credit(world, to, gets)
    world.operations.set(name, { kind: 'exchange', state: 'complete', account, minor, fee: 0n, legs, at })
  }
}

const WAIT_MS = 3 * 86_400_000
const TRIES = 3

/** A transfer to a person, with a PIN that was right: it waits for them. */
export function waiting(
  name: string,
  person: string,
  { account, minor, legs, at }: Pick<Operation, 'account' | 'minor' | 'legs' | 'at'>,
  { recipient, receipt }: Pick<Waits, 'recipient' | 'receipt'>,
): Effect {
  return (world) => {
    takeBack(world, account, minor)
    const waits: Waits = { recipient, receipt, isTheirs: world.levels.has(recipient), triesLeft: TRIES, expiresAt: at + WAIT_MS }
    world.operations.set(name, { kind: 'p2p', state: 'waiting', account, minor, fee: 0n, legs, at, waits })
    world.pins.set(person, { ...pinOf(world, person), inARow: 0 })
  }
}

/** Somebody receives what waits for them. */
export function receiving(name: string): Effect {
  return (world) => {
    const transfer = world.operations.get(name)
    if (!transfer?.waits || !isOpen(transfer)) return
    const { minor, legs, account, waits } = transfer
    const to = `${waits.recipient} ${currencyOf(account)}`
    credit(world, to, minor)
    world.operations.set(name, { ...transfer, state: 'received', legs: `${legs}, ${to} ${minor}` })
  }
}

/** What waits goes back whole. */
export function returning(name: string, state: 'taken_back' | 'declined' | 'code_failed' | 'expired'): Effect {
  return (world) => {
    const transfer = world.operations.get(name)
    if (!transfer || !isOpen(transfer)) return
    credit(world, transfer.account, transfer.minor)
    world.operations.set(name, { ...transfer, state })
  }
}

/** A wrong protection code: after the third the money goes back. */
export function failingCode(name: string): Effect {
  return (world) => {
    const transfer = world.operations.get(name)
    if (!transfer?.waits || !isOpen(transfer)) return
    const triesLeft = transfer.waits.triesLeft - 1
    world.operations.set(name, { ...transfer, waits: { ...transfer.waits, triesLeft } })
    if (triesLeft === 0) returning(name, 'code_failed')(world)
  }
}

/** Somebody asks for money: nothing moves. */
export function asking(name: string, request: Omit<MoneyRequest, 'state' | 'paid' | 'payments'>): Effect {
  return ({ requests }) => requests.set(name, { ...request, state: 'open', paid: 0n, payments: 0 })
}

/** A request is paid, as far as it is concerned; a collection stays open. */
function paying(name: string, minor: bigint): Effect {
  return ({ requests }) => {
    const request = requests.get(name)
    if (!request) return
    const { isCollect, state, paid, payments } = request
    requests.set(name, { ...request, state: isCollect ? state : 'paid', paid: paid + minor, payments: payments + 1 })
  }
}

/** A request ends without being paid. */
export function closing(name: string, state: 'withdrawn' | 'declined' | 'expired'): Effect {
  return ({ requests }) => {
    const request = requests.get(name)
    if (request?.state === 'open') requests.set(name, { ...request, state })
  }
}

/** Whose an account is, by its name. */
export function ownerOf(account: string): string {
  return account.split(' ')[0] ?? ''
}

/** The currency of an account, by its name. */
export function currencyOf(account: string): string {
  return account.split(' ')[1] ?? ''
}

/** Somebody opens a wallet: what waits for their number waits for them. */
export function joining(person: string, currencies: readonly string[]): Effect {
  return (world) => {
    for (const currency of currencies) opening(`${person} ${currency}`)(world)
    world.pins.set(person, NO_FAILURES)
    world.levels.set(person, 'basic')
    for (const [name, operation] of world.operations) {
      const { waits } = operation
      if (waits?.recipient === person && isOpen(operation))
        world.operations.set(name, { ...operation, waits: { ...waits, isTheirs: true } })
    }
  }
}

const PIN_LIMITS = { inARow: 5, blockMs: 1_800_000, inSession: 15, inADay: 30 }
const DAY_MS = 86_400_000
const NO_FAILURES: Pin = { wrongAt: [], inSession: 0, inARow: 0 }

function pinOf({ pins }: World, person: string): Pin {
  return pins.get(person) ?? NO_FAILURES
}

/** What is said to a person who has tried too often; nothing to any other. */
export function wordOfTries(world: World, person: string, now: number): 'pin_blocked' | 'pin_sign_in' | undefined {
  const { wrongAt, inSession, inARow } = pinOf(world, person)
  if (wrongAt.filter((at) => at > now - DAY_MS).length >= PIN_LIMITS.inADay) return 'pin_blocked'
  if (inSession >= PIN_LIMITS.inSession) return 'pin_sign_in'
  const isBlocked = inARow > 0 && inARow % PIN_LIMITS.inARow === 0 && (wrongAt.at(-1) ?? 0) + PIN_LIMITS.blockMs > now
  return isBlocked ? 'pin_blocked' : undefined
}

/** A PIN that is known to be wrong. */
export function failingPin(person: string, now: number): Effect {
  return (world) => {
    const { wrongAt, inSession, inARow } = pinOf(world, person)
    world.pins.set(person, { wrongAt: [...wrongAt, now], inSession: inSession + 1, inARow: inARow + 1 })
  }
}

/** A person has another session from now on. */
export function signingIn(person: string): Effect {
  return (world) => world.pins.set(person, { ...pinOf(world, person), inSession: 0, inARow: 0 })
}

/** A person is who they say they are. */
export function identifying(person: string): Effect {
  return ({ levels }) => levels.set(person, 'full')
}

/** How long an order can be paid, in milliseconds. */
export const ORDER_LIFE_MS = 3_600_000
const LOST_AFTER_MS = 900_000

/** The wallet hears of a payment; `isAnswer` of its own question. Nothing is heard of what the vendor does not know. */
export function hearingPayment(name: string, word: Word | undefined, now: number, isAnswer: boolean): Effect {
  return (world) => {
    const order = world.operations.get(name)
    if (!order) return
    const { state, minor, account, at } = order
    const become = (next: string): unknown => world.operations.set(name, { ...order, state: next })
    const isUnpaid = ['pending', 'failed', 'expired', 'cancelled'].includes(state)
    if (!word || word.state === 'pending') {
      const isOver = now - at >= (word ? ORDER_LIFE_MS : LOST_AFTER_MS)
      if (isAnswer && state === 'pending' && isOver) become('expired')
    } else if (word.state === 'failed') {
      if (state === 'pending') become('failed')
    } else if (word.state === 'complete' && isUnpaid) {
      become(word.minor === minor ? 'complete' : 'differs')
      if (word.minor === minor) credit(world, account, minor)
    } else if (word.state === 'charged_back' && isUnpaid) {
      if (word.minor === minor) become('taken_back')
    } else if (word.state === 'charged_back' && state === 'complete' && word.minor !== undefined) {
      become('charged_back')
      takeBack(world, account, word.minor)
    }
  }
}

/** The wallet hears of what a provider sends for it. */
export function hearingSent(name: string, word: Word): Effect {
  return (world) => {
    const sent = world.operations.get(name)
    if (!sent) return
    const { state, account, isContradicted } = sent
    const become = (next: string): unknown => world.operations.set(name, { ...sent, state: next })
    if (word.state === 'pending') {
      if (state === 'held') become('unknown')
    } else if (state === 'held' || state === 'unknown') {
      become(word.state === 'paid' ? 'complete' : 'failed')
      if (word.state === 'failed') credit(world, account, costOf(sent))
    } else if (state === 'failed' && word.state === 'paid' && !isContradicted) {
      takeBack(world, account, recalledOf(sent, word.minor ?? sent.minor))
      world.operations.set(name, { ...sent, isContradicted: true })
    }
  }
}

/** What is taken again of what was sent after it had been given back: our fee is not, a provider's is, and of what was paid too much nothing. */
function recalledOf({ kind, minor, fee, cost }: Operation, paid: bigint): bigint {
  if (kind === 'withdrawal') return paid
  const part = (paid < minor ? paid : minor) + fee
  return cost === undefined ? part : roundedUp(cost * part, minor + fee)
}

/** A quotient, rounded up. */
export function roundedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

const OPEN: Readonly<Record<PeoplesKind, readonly string[]>> = {
  topup: ['pending'],
  withdrawal: ['held', 'unknown'],
  payment: ['held', 'unknown'],
  exchange: [],
  p2p: ['waiting'],
}

/** Whether an operation has no end yet. */
export function isOpen({ kind, state }: Operation): boolean {
  return OPEN[kind].includes(state)
}
