import type * as v from 'valibot'
import type { documentedRefusal } from '#contract/documented-refusal'
import { type Obstacle, REFUSALS, type RefusalFacts } from '#contract/refusals'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { formatMoney } from '#money/format'
import { isDatabaseAway, isDatabaseContended, isDatabaseRefusing } from '#server/db/away'
import { NoPlace } from '#server/db/places'
import { CommitUnknown } from '#server/db/pool'
import { ReaderBusy } from '#server/db/reader'
import { LedgerBusy } from '#server/ledger/batch-queue'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import { UnreadableEvent } from '#server/providers/signature'
import { VendorRefusal } from '#server/providers/vendor-http'
import { TooManyWaiting } from '#server/security/keyed-mutex'
import { durationText } from '#texts/duration'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import { DeadlineExceeded } from './deadline.ts'
import { Refusal } from './refusal.ts'

/** How bad it is, and so who is told (docs/style.md): `error` pages someone. */
export type Severity = 'debug' | 'info' | 'warn' | 'error'

/** What a thrown error means to the person who asked: a refusal of ours, an outage, or a fault that is told without detail. */
export function refusalOf(error: unknown): { facts: RefusalFacts; severity: Severity } {
  if (error instanceof Refusal) return { facts: error.facts, severity: severityOf(error) }
  // Refused, so that it comes again: we may understand it by then.
  if (error instanceof UnreadableEvent) return { facts: { code: 'invalid_request' }, severity: 'error' }
  if (error instanceof Unavailable) return { facts: { code: 'unavailable' }, severity: 'warn' }
  // The provider refuses our credentials, or a request for a reason without a name here. The person is told of an outage; the operator has
  // to act.
  if (error instanceof VendorRefusal || error instanceof NotAccepted) return { facts: { code: 'unavailable' }, severity: 'error' }
  if (isBusy(error)) return { facts: { code: 'busy', retryAfterSeconds: 1 }, severity: 'warn' }
  const status = statusOf(error)
  if (status === 429) return { facts: { code: 'too_many_requests', retryAfterSeconds: 60 }, severity: 'info' }
  if (status !== undefined && status >= 400 && status < 500) return { facts: { code: 'invalid_request' }, severity: 'debug' }
  return { facts: { code: 'internal' }, severity: 'error' }
}

/** What a provider refuses its operator hears of: one of them says little, many say that something is wrong. */
function severityOf({ facts, cause }: Refusal): Severity {
  if (cause instanceof NotAccepted) return 'warn'
  return REFUSALS[facts.code] === 400 ? 'debug' : 'info'
}

/** The HTTP status of a refusal. */
export function httpStatusOf({ code }: RefusalFacts): number {
  return REFUSALS[code]
}

function isBusy(error: unknown): boolean {
  if (
    error instanceof CommitUnknown ||
    error instanceof DeadlineExceeded ||
    error instanceof LedgerBusy ||
    error instanceof ReaderBusy ||
    error instanceof TooManyWaiting ||
    error instanceof NoPlace
  )
    return true
  return isDatabaseAway(error) || isDatabaseContended(error) || isDatabaseRefusing(error)
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
}

/** Puts a refusal into words, in the envelope of every answer. */
export function renderRefusal(facts: RefusalFacts, texts: Texts, language: Language): v.InferOutput<typeof documentedRefusal> {
  return {
    status: 'error',
    code: facts.code,
    message: refusalMessage(facts, texts, language),
    ...(facts.field && { field: facts.field }),
    ...(facts.retryAfterSeconds !== undefined && { retry_after: facts.retryAfterSeconds }),
    ...(facts.attemptsLeft !== undefined && { attempts_left: facts.attemptsLeft }),
    ...(facts.max !== undefined && { max: facts.max }),
    ...(facts.amount && { amount: facts.amount.decimal, currency_code: facts.amount.currency }),
    ...(facts.state && { state: facts.state }),
    ...(facts.reason === 'idle' && { reason: facts.reason }),
    ...(facts.transactionId && { transaction_id: facts.transactionId }),
    ...(facts.challenge && { challenge: facts.challenge }),
    ...(facts.obstacles && {
      obstacles: facts.obstacles.map((obstacle) => ({
        kind: obstacle.kind,
        message: obstacleMessage(obstacle, texts, language),
        ...(obstacle.amount && { amount: obstacle.amount.decimal, currency_code: obstacle.amount.currency }),
      })),
    }),
  }
}

function obstacleMessage({ kind, amount }: Obstacle, texts: Texts, language: Language): string {
  return texts.translate(language, `closing.obstacle.${kind}`, { amount: amountText(amount, language) })
}

function amountText(amount: RefusalFacts['amount'], language: Language): string {
  const currency = amount?.currency
  return amount && currency && isCurrency(currency) ? formatMoney(parseDecimal(amount.decimal, currency), language) : ''
}

/** A refusal in words. */
export function refusalMessage(facts: RefusalFacts, texts: Texts, language: Language): string {
  const { code, field, amount, retryAfterSeconds, feature, reason, state } = facts
  const count = facts.attemptsLeft ?? facts.max
  const special = `refusal.${code}.${reason ?? state}`
  const labelKey = [`field.${facts.part}.${field}`, `field.${field}`].find((key) => texts.has(key))
  const label = labelKey === undefined ? field : texts.translateAny(language, labelKey)
  return texts.translateAny(language, texts.has(special) ? special : `refusal.${code}`, {
    field: label ?? texts.translateAny(language, 'field.generic'),
    amount: amountText(amount, language),
    time: durationText((key, parameters) => texts.translate(language, key, parameters), retryAfterSeconds ?? 60),
    feature: feature ? texts.translateAny(language, `feature.${feature}`) : '',
    ...(count !== undefined && { count }),
  })
}
