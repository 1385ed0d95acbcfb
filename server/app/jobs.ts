import type { Logger } from 'pino'
import { deleteOldEmailCodes } from '#server/auth/email-codes'
import { tellOfGuesses } from '#server/auth/guesses'
import { deleteOldDevices } from '#server/auth/known-devices'
import { deleteOldCodes } from '#server/auth/store'
import { takeUntoldCases } from '#server/cases/case'
import { deleteOldPinFailures } from '#server/confirmation/pin'
import { deleteOldPinResets } from '#server/confirmation/pin-resets'
import { isStatementTooLong } from '#server/db/away'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database } from '#server/db/pool'
import { createRateFollower } from '#server/exchange/follow-rates'
import type { AlertDeps } from '#server/exchange/rate-alerts'
import { deleteOldAlerts } from '#server/exchange/rate-alerts-store'
import { refusalOf } from '#server/http/answer'
import { deleteOldEvents } from '#server/http/provider-event'
import { deleteOldRecords } from '#server/idempotency/record'
import { checkDueIdentifications, type IdentityDeps } from '#server/identity/identity'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { deleteReadEvents } from '#server/live/events'
import { deleteOldTickets } from '#server/live/tickets'
import { type MessageDeps, sendDue } from '#server/messages/send-due'
import { deleteOldMessages } from '#server/messages/store'
import { deleteOldFirstDayUse } from '#server/movement/first-day-use'
import { checkDue } from '#server/outgoing/sending'
import { outgoingPayments, type PaymentDeps } from '#server/payment/payment'
import { deleteOldPaymentQuotes } from '#server/payment/store'
import { deleteOldLookups } from '#server/people/person'
import { forgetClosed } from '#server/person/close'
import { type PushJobDeps, sendDuePush } from '#server/push/send-due'
import { deleteOldPoints } from '#server/rates/points'
import { deleteOldRates } from '#server/rates/quotes'
import { checkDueRequests } from '#server/requests/due'
import type { RequestDeps } from '#server/requests/requests'
import { deleteOldRequests } from '#server/requests/store'
import type { FollowingKeys } from '#server/security/keys'
import { deleteOldAttempts } from '#server/security/limits'
import { deleteOldChallenges } from '#server/security/passkey-challenges'
import { deleteOldSessions, type SessionLimits } from '#server/security/sessions'
import { followSecret, SECRET_FOLLOWED_MS } from '#server/settings/secret'
import { checkDueTopups, type TopupDeps } from '#server/topup/topup'
import type { TransferDeps } from '#server/transfers/deps'
import { checkDueTransfers } from '#server/transfers/waiting'
import { deleteOldNotices } from '#server/users/notices'
import { deleteOldTypedCards } from '#server/withdrawal/typed-cards'
import { outgoingWithdrawals, type WithdrawalDeps } from '#server/withdrawal/withdrawal'
import type { Job } from '#server/worker/worker'
import { planReconciliation, reconcileDue } from './reconciliation.ts'

interface JobDeps {
  readonly database: Database
  readonly keys: FollowingKeys
  readonly log: Logger
  readonly topup: TopupDeps
  readonly withdrawal: WithdrawalDeps
  readonly transfers: TransferDeps
  readonly requests: RequestDeps
  readonly payment: PaymentDeps
  readonly identity: IdentityDeps
  readonly messages: MessageDeps
  readonly push: PushJobDeps
  /** Undefined without a provider of rates. */
  readonly rates: AlertDeps | undefined
  readonly sessionLimits: SessionLimits
  /** How many days a closed wallet keeps the name and phone of its owner. */
  readonly recordsKeptDays: number
  /** The pause between two runs of a polling job, in milliseconds. */
  readonly pollEveryMs: number
}

const MINUTE_MS = 60_000
// A row whose poll has failed is put off for no longer than this. When no row was due for so long, none is put off.
const PUT_OFF_MS = 30 * MINUTE_MS

/** The background jobs: they poll open operations, reconcile ended ones, send messages, write checkpoints, follow the secret, delete old data. */
export function listJobs(deps: JobDeps): Job[] {
  const { database, keys, log, topup, withdrawal, transfers, requests, payment, identity, messages, push, rates } = deps
  const polling = (name: string, poll: (run: PollingRun) => Promise<Polled>): Job =>
    pollingJob(
      name,
      (clock, ending) => poll({ clock, ending, onError: (error) => noteFailure(log, name, error) }),
      deps.pollEveryMs,
    )
  return [
    polling('withdrawals', (run) => checkDue(outgoingWithdrawals(withdrawal), withdrawal, run)),
    polling('payments', (run) => checkDue(outgoingPayments(payment), payment, run)),
    polling('topups', (run) => checkDueTopups(topup, run)),
    polling('identifications', (run) => checkDueIdentifications(identity, run)),
    polling('p2p', (run) => checkDueTransfers(transfers, run)),
    polling('requests', (run) => checkDueRequests(requests, run)),
    polling('reconciliation', (run) => reconcileDue({ topup, withdrawal, payment }, run)),
    polling('sms', (run) => sendDue(messages, 'sms', run)),
    polling('push', (run) => sendDuePush(push, run)),
    polling('email', (run) => sendDue(messages, 'email', run)),
    ...(rates ? [ratesJob(createRateFollower(rates))] : []),
    simpleJob('guesses', 1000, (now) => tellOfGuesses(database, now)),
    simpleJob('reconciliation-plan', 10 * MINUTE_MS, (now) => planReconciliation(database, now)),
    simpleJob('checkpoints', 10_000, (now) => writeCheckpoint(database, now, { keys })),
    simpleJob('secret', SECRET_FOLLOWED_MS, () => followSecret(database, keys)),
    simpleJob('cases', 5000, () => tellCases(database, log)),
    simpleJob('live', 10_000, () => deleteReadEvents(database)),
    simpleJob('deletion', 10 * MINUTE_MS, (now) => deleteOld(deps, now)),
  ]
}

/**
 * A job that polls. A run fails when all of its polls fail; a few failures are normal for providers. Later runs with nothing due fail too, as the
 * failed polls have been put off.
 */
export function pollingJob(
  name: string,
  poll: (clock: () => Date, ending: AbortSignal) => Promise<Polled>,
  everyMs: number,
): Job {
  let failedAt: number | undefined
  return {
    name,
    everyMs,
    // Longer than a round and the polls that it begins at its end.
    limitMs: 2 * MINUTE_MS,
    async run(clock, ending) {
      const { polls, failed } = await poll(clock, ending)
      const now = clock().getTime()
      if (polls > 0) failedAt = failed === polls ? now : undefined
      return failedAt === undefined || now - failedAt > PUT_OFF_MS
    },
  }
}

/** The job that follows the rates, as often as there are new rates. */
function ratesJob(follow: (now: Date) => Promise<boolean>): Job {
  return { name: 'rates', everyMs: 30_000, limitMs: 2 * MINUTE_MS, run: (clock) => follow(clock()) }
}

/** A job that fails only when it throws. Its run may last a minute longer than its pause. */
function simpleJob(name: string, everyMs: number, work: (now: Date) => Promise<unknown>): Job {
  return {
    name,
    everyMs,
    limitMs: everyMs + MINUTE_MS,
    async run(clock) {
      await work(clock())
      return true
    },
  }
}

/** Logs why a job, or a part of its work, failed. An outage is a warning, since the next run retries; any other error alerts a person. */
export function noteFailure(log: Logger, job: string, error: unknown): void {
  // A statement that times out will time out in every run.
  const isOutage = refusalOf(error).severity === 'warn' && !isStatementTooLong(error)
  log[isOutage ? 'warn' : 'error']({ job, err: error }, 'A job failed')
}

/** Logs each new case once, so that a person hears of money or operations that wait for them. */
async function tellCases(database: Database, log: Logger): Promise<void> {
  for (const { id, kind, reference } of await takeUntoldCases(database)) {
    log.error({ case: id, kind, reference }, 'A case waits for the operator')
  }
}

const DAY_MS = 86_400_000

async function deleteOld(
  { database, keys, sessionLimits, recordsKeptDays }: Pick<JobDeps, 'database' | 'keys' | 'sessionLimits' | 'recordsKeptDays'>,
  now: Date,
): Promise<void> {
  const theirs = [
    deleteOldRecords,
    deleteOldRates,
    deleteOldPoints,
    deleteOldAlerts,
    deleteOldPaymentQuotes,
    deleteOldFirstDayUse,
    deleteOldCodes,
    deleteOldEmailCodes,
    deleteOldDevices,
    deleteOldAttempts,
    deleteOldEvents,
    deleteOldNotices,
    deleteOldMessages,
    deleteOldTypedCards,
    deleteOldChallenges,
    deleteOldLookups,
    deleteOldRequests,
    deleteOldTickets,
  ]
  for (const deleteTheirs of theirs) await deleteTheirs(database, now)
  await deleteOldSessions(database, sessionLimits, now)
  await deleteOldPinFailures(database, sessionLimits, now)
  await deleteOldPinResets(database, now)
  await forgetClosed(database, keys, new Date(now.getTime() - recordsKeptDays * DAY_MS))
}
