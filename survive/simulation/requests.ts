import { isDeepStrictEqual } from 'node:util'
import { isPeoplesKind } from '#survive/made-by'
import type { RequestKind } from './kinds.ts'
import type { Done, Person, StepFacts, Town } from './town.ts'
import type { VendorCall } from './vendors/vendor.ts'
import { type ModelRequest, type Verdict, verdictOf, type Wanted } from './verdicts.ts'
import type { HttpAnswer } from './wallet.ts'
import { type World, wordOfTries } from './world.ts'

/** A request of a person under an Idempotency-Key, which may be sent any number of times. */
export interface Request {
  readonly name: string
  readonly kind: RequestKind
  readonly person: Person
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  readonly sentAt: number
  /** What the model needs to know of the body. */
  readonly wanted: Wanted
  /** The answer that every later one has to be equal to. */
  final: HttpAnswer
  /** Refusals that may be kept, though nobody has heard them. */
  readonly unheard: Set<string>
}

interface Asking {
  readonly path: string
  /** The PIN confirms it. */
  readonly isConfirmed?: true
  /** It makes no operation: what it is refused for once it has been done. */
  readonly again?: string
  /** A provider sends its money, so what is answered changes until it ends: what is refused once the money has come back. */
  readonly declined?: string
}

/** How each kind is asked for. */
export const ASKING: Readonly<Record<RequestKind, Asking>> = {
  account: { path: '/v2/wallet/accounts', again: 'account_exists' },
  topup: { path: '/v2/wallet/top-up' },
  'cancel-topup': { path: '/v2/wallet/top-up/cancel', again: 'order_ended' },
  withdrawal: { path: '/v2/wallet/withdrawal', isConfirmed: true, declined: 'payout_declined' },
  payment: { path: '/v2/wallet/payment', isConfirmed: true, declined: 'payment_declined' },
  exchange: { path: '/v2/wallet/exchange' },
  p2p: { path: '/v2/wallet/transfer', isConfirmed: true },
  request: { path: '/v2/wallet/request' },
  'withdraw-request': { path: '/v2/wallet/request/withdraw', again: 'request_closed' },
  'decline-request': { path: '/v2/wallet/request/decline', again: 'request_closed' },
  receive: { path: '/v2/wallet/transfer/receive', again: 'transfer_ended' },
  decline: { path: '/v2/wallet/transfer/decline', again: 'transfer_ended' },
  'take-back': { path: '/v2/wallet/transfer/take-back', again: 'transfer_ended' },
}

/** A rule's word on what was asked: kept under the key. */
const KEPT = new Set([
  ...['account_unknown', 'account_exists', 'insufficient_funds', 'amount_min', 'amount_max', 'amount_mismatch', 'limit_daily'],
  ...['rate_unknown', 'rate_expired', 'quote_unknown', 'quote_expired', 'quote_used', 'recipient_self', 'pin_wrong'],
  ...['transfer_unknown', 'transfer_ended', 'protection_code_wrong', 'code_unknown', 'request_unknown', 'request_closed'],
  ...['order_unknown', 'order_ended'],
])
const DONE = new Set(['ok', 'pending', ...Object.values(ASKING).flatMap(({ declined = [] }) => declined)])
const TIRED = ['pin_blocked', 'pin_sign_in']
// Of a PIN, or of a protection code.
const COUNTED = ['pin_wrong', 'protection_code_wrong', ...TIRED]
const NOT_NOW = ['busy', 'unavailable', 'nothing']
const DAY_MS = 86_400_000

/** Sends a request, once or twice at the same time, and says what it should have come to. */
export async function send(town: Town, request: Request, times: 1 | 2): Promise<(facts: StepFacts) => Done> {
  const { name, person, key, body, kind } = request
  const { path, isConfirmed } = ASKING[kind]
  const call = { method: 'POST', url: path, token: person.token, key, body } as const
  const answers = await Promise.all(Array.from({ length: times }, () => town.wallet.call(call)))
  const said = answers.map(wordOf)
  for (const answer of answers) {
    const { code } = requestIn(answer) ?? {}
    if (code && kind === 'request') town.codes.set(name, code)
  }
  return (facts) => {
    if (isConfirmed && facts.isTroubled) town.claims.set(person.name, facts.now)
    const asked: ModelRequest = { name, kind, person: person.name, wanted: request.wanted }
    const verdict = verdictOf(asked, { ...facts, vaulted: vaultWords(town, body) })
    const isNew = !isMade(facts.before, name) && !request.final
    const happened = isNew ? hasHappened(town, request, said, facts) : 'no'
    const legs = verdict.legs
    const expected = []
    const isDecided = happened === 'yes' || said.some((word) => KEPT.has(word))
    if (verdict.opens && isNew && (isDecided || facts.isTroubled))
      expected.push({ what: `${name}: account`, isCertain: isDecided, effect: verdict.opens })
    if (verdict.effect && happened !== 'no') {
      const makes = isPeoplesKind(kind) || kind === 'request' ? { makes: { name, kind, legs: legs ?? '' } } : {}
      expected.push({ what: name, isCertain: happened === 'yes', effect: verdict.effect, ...makes })
    }
    if (verdict.failure && isNew) {
      const counted = said.filter((word) => COUNTED.includes(word))
      const isCertain = counted.length > 0 && !counted.some((word) => request.unheard.has(word))
      if (counted.length > 0 || facts.isTroubled) expected.push({ what: `${name}: a try`, isCertain, effect: verdict.failure })
    }
    return {
      line: `${person.name} asks for ${name} ${lineOf(request)}${times > 1 ? ' twice at once' : ''}: ${said.join(', ')}`,
      expected,
      check: (after) => {
        const allowed = allowedAnswers(town, request, verdict, { facts, after, times })
        const wrong = answers.flatMap((answer) => answerFaults(town, request, answer, allowed))
        learn(request, answers, verdict, facts)
        return wrong
      },
    }
  }
}

function isMade({ operations, requests }: World, name: string): boolean {
  return operations.has(name) || requests.has(name)
}

/** The request for money that an answer tells of, as it stands now. */
function requestIn(answer: HttpAnswer): { readonly id: string; readonly code: string | null } | undefined {
  return answer?.body.request as { readonly id: string; readonly code: string | null } | undefined
}

/** An answer in a word: its status, or the code of its refusal. */
export function wordOf(answer: HttpAnswer): string {
  if (!answer) return 'nothing'
  return String(answer.http === 200 ? answer.body.status : answer.body.code)
}

// Ids have no place in the trace.
function lineOf({ body, wanted }: Request): string {
  const { amount = '', from_amount: gives = '', to_amount: gets = '', pin = '' } = body
  const { currency, to, recipient, quote, transfer, request, protectionCode } = wanted
  const whom = [recipient && `to ${recipient}`, quote?.name, transfer, request, protectionCode && `code ${protectionCode}`]
  return `(${[amount, gives, currency, gets, to, ...whom, pin].filter(Boolean).join(' ')})`
}

/** What the vault's answers to a withdrawal come to. */
function vaultWords({ street }: Town, { pan, address }: Request['body']): string[] {
  const calls = street.calls.filter(({ method, subject }) => method === 'tokenise' && subject === (pan ?? address))
  return calls.map(({ outcome }) => wordOfCall(outcome, 'destination_refused'))
}

/** What a person is told of a call of the wallet to its vendor; `refused` where the vendor does not take it, for good. */
function wordOfCall(outcome: VendorCall['outcome'], refused: string): string {
  if (outcome === 'answered') return 'ok'
  return outcome === 'refused' ? refused : 'unavailable'
}

/** Whether a request has done what it does: what was acknowledged has, what was refused has not, what nobody heard of may have. */
function hasHappened(town: Town, { kind }: Request, said: readonly string[], { isTroubled }: StepFacts): 'yes' | 'no' | 'maybe' {
  if (said.some((word) => DONE.has(word))) return 'yes'
  if (isTroubled) return said.some((word) => KEPT.has(word)) ? 'no' : 'maybe'
  // An order exists even when its payment page could not be opened.
  const isOrdered = kind === 'topup' && (said.includes('unavailable') || said.includes('topup_refused'))
  const isCreated = town.street.calls.some(({ method }) => method === 'create')
  return (isOrdered && isCreated) || said.includes('idempotency_running') ? 'yes' : 'no'
}

interface Moment {
  readonly facts: StepFacts
  readonly after: World
  readonly times: number
}

function allowedAnswers(town: Town, request: Request, verdict: Verdict, { facts, after, times }: Moment): Set<string> {
  const { final, name, kind, unheard } = request
  const allowed = new Set<string>(facts.isTroubled ? NOT_NOW : [])
  if (times > 1) allowed.add('busy').add('idempotency_running')
  if (final) return allowed.add(wordOf(final))
  for (const code of unheard) allowed.add(code)
  const done = isMade(after, name)
  const { again, isConfirmed } = ASKING[kind]
  if (done || (again && !verdict.refusal)) for (const word of wordsOfDone(town, request, after)) allowed.add(word)
  // What ends beside it may have ended after it was answered.
  if (facts.isCrowd && isMade(facts.before, name)) for (const word of wordsOfDone(town, request, facts.before)) allowed.add(word)
  if (!isMade(facts.before, name) && verdict.refusal) {
    allowed.add(verdict.refusal)
    if (verdict.orElse) allowed.add(verdict.orElse)
    const tired = verdict.failure && wordOfTries(after, request.person.name, facts.now)
    if (tired) allowed.add(tired)
  }
  if (kind === 'withdrawal') for (const word of vaultWords(town, request.body)) if (word !== 'ok') allowed.add(word)
  // Others may have taken the money, or given it back, before.
  if (facts.isCrowd && (verdict.effect || verdict.failure) && !again && kind !== 'topup' && kind !== 'request')
    allowed.add('insufficient_funds').add('limit_daily')
  if (facts.isCrowd && verdict.failure && isConfirmed) allowed.add('pin_wrong')
  // So may a background job have.
  if (facts.isCrowd && again) allowed.add(again)
  // Or somebody else have paid it.
  if (facts.isCrowd && request.wanted.request) allowed.add('request_closed')
  // A claim on the PIN that a dead process holds ends by itself.
  if (isConfirmed && facts.now - (town.claims.get(request.person.name) ?? -DAY_MS) < CLAIM_MS) allowed.add('busy')
  return allowed
}

const CLAIM_MS = 31_000

/** What is answered to a request that has been done. */
function wordsOfDone(town: Town, { kind, name }: Request, { operations }: World): string[] {
  if (kind === 'topup') {
    const pages = town.street.calls.filter(({ method, reference }) => method === 'create' && town.ids.get(reference) === name)
    const state = operations.get(name)?.state
    // Nobody is led to pay an order that has ended unpaid.
    if (state === 'cancelled' || (pages.length === 0 && state === 'expired')) return ['ok', 'order_ended']
    // It may have been refused before, with no page to pay it on.
    if (pages.length === 0) return state === 'failed' ? ['ok', 'topup_refused'] : ['ok']
    return pages.map(({ outcome }) => wordOfCall(outcome, 'topup_refused'))
  }
  const { declined } = ASKING[kind]
  if (!declined) return [operations.get(name)?.waits ? 'pending' : 'ok']
  const states: Readonly<Record<string, string>> = { complete: 'ok', failed: declined, held: 'idempotency_running' }
  return [states[operations.get(name)?.state ?? ''] ?? 'pending']
}

function answerFaults(town: Town, request: Request, answer: HttpAnswer, allowed: ReadonlySet<string>): string[] {
  const word = wordOf(answer)
  if (!allowed.has(word)) return [`${request.name} was answered ${word}, not ${[...allowed].join(' or ')}`]
  if (!answer || word !== wordOf(request.final ?? answer)) return []
  const kept = (body: NonNullable<HttpAnswer>['body']) => ({ ...body, request: undefined })
  if (request.final && !isDeepStrictEqual(kept(answer.body), kept(request.final.body)))
    return [`${request.name} was answered in another way before`]
  const id = answer.body.order ?? answer.body.transaction_id ?? requestIn(answer)?.id
  const about = ASKING[request.kind].again ? (request.wanted.transfer ?? request.wanted.request) : request.name
  if (id !== undefined && town.ids.get(String(id)) !== about) return [`${request.name} was answered with the id of another`]
  return []
}

/** Learns what every later answer has to be, or may be. */
function learn(request: Request, answers: readonly HttpAnswer[], verdict: Verdict, { isTroubled }: StepFacts): void {
  const { kind, unheard } = request
  const { again, declined, isConfirmed } = ASKING[kind]
  for (const answer of answers) {
    const word = wordOf(answer)
    const isPin = verdict.failure !== undefined && TIRED.includes(word)
    if (KEPT.has(word) || isPin || (DONE.has(word) && !declined)) request.final ??= answer
  }
  if (isTroubled && verdict.refusal) {
    unheard.add(verdict.refusal).add(verdict.orElse ?? verdict.refusal)
    if (verdict.failure && isConfirmed) for (const word of ['pin_wrong', ...TIRED]) unheard.add(word)
  }
  if (isTroubled && request.wanted.request) unheard.add('request_closed')
  if (isTroubled && again) unheard.add('ok').add(again)
  if (isTroubled && verdict.effect && !again && kind !== 'topup' && kind !== 'request')
    unheard.add('insufficient_funds').add('limit_daily')
}
