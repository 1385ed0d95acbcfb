import { formatMoney } from '#money/format'
import { money } from '#money/money'
import { crashPoint } from '#server/db/crash-point'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database } from '#server/db/pool'
import { ownIdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import { invite } from '#server/messages/tell-owner'
import { lookAgainMs, personWithPhone } from '#server/people/person'
import { getContact } from '#server/users/contact'
import { postRequestEnd } from './requests.ts'
import type { MoneyRequest } from './rules.ts'
import { claimRequests, moneyRequestOf, noteAsked, requestPolling } from './store.ts'

interface DueRequestsDeps {
  readonly database: Database
  readonly ledger: Ledger
}

/** Processes due requests: invites payers without a wallet, assigns requests to payers who have opened one, and ends expired requests. */
export function checkDueRequests({ database, ledger }: DueRequestsDeps, run: PollingRun): Promise<Polled> {
  const { clock } = run
  return requestPolling.pollDue(database, {
    ...run,
    takenSeconds: 30,
    retryAt: () => new Date(clock().getTime() + 10_000),
    async poll(id, checks) {
      crashPoint('p2p.check.taken')
      const request = await database.read(moneyRequestOf(id))
      if (request?.state !== 'open') return undefined
      const now = clock()
      const { expiresAt, phone, payerId } = request
      if (now >= expiresAt) {
        await postRequestEnd(ledger, request, { to: 'expired', idempotencyKey: ownIdempotencyKey('request', id, 'expired'), now })
        return undefined
      }
      if (phone === null || payerId !== null || (await claimed(database, phone))) return expiresAt
      await inviteOnce(database, request, { phone, now })
      return new Date(Math.min(now.getTime() + lookAgainMs(checks), expiresAt.getTime()))
    },
  })
}

/** Whether a number has a wallet by now; if so, its requests are assigned to the owner. */
async function claimed(database: Database, phone: string): Promise<boolean> {
  const found = await database.read(personWithPhone(phone))
  if (found) await database.inTransaction((tx) => claimRequests(tx, phone, found.userId))
  return found !== undefined
}

async function inviteOnce(
  database: Database,
  { id, makerId, currency, amountMinor, isInvited }: MoneyRequest,
  { phone, now }: { readonly phone: string; readonly now: Date },
): Promise<void> {
  if (isInvited) return
  await database.inTransaction(async (tx) => {
    const { language } = await getContact(tx, makerId)
    const asked =
      amountMinor === null
        ? ({ kind: 'request_invite_any', details: {} } as const)
        : ({ kind: 'request_invite', details: { amount: formatMoney(money(currency, amountMinor), language) } } as const)
    // When the invitation limit is reached, the next check is tomorrow.
    if (await invite(tx, { ...asked, senderId: makerId, phone, language, now })) await noteAsked(tx, id, now)
    crashPoint('p2p.invited.uncommitted')
  })
}
