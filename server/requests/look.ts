import { toDecimal } from '#money/amount'
import { money } from '#money/money'
import { Refusal } from '#server/http/refusal'
import { findOwnerOfCode } from '#server/people/pay-codes'
import { personOf, shownName } from '#server/people/person'
import { currenciesOf, type RecipientDeps } from '#server/people/recipient'
import { consume } from '#server/security/limits'
import { stateAt } from './rules.ts'
import { findRequestByCode } from './store.ts'

const LOOKS = { scope: 'pay_code_looks', max: 30, windowSeconds: 60 }

/**
 * What a pay code leads to, for anybody who has it; thirty look-ups a minute for one address. Refuses too_many_requests, and code_unknown for a
 * code that leads to nobody.
 */
export async function lookAtCode(
  deps: RecipientDeps,
  code: string,
  { address, now }: { readonly address: string; readonly now: Date },
) {
  const { database } = deps
  const taken = await consume(database, LOOKS, address, now)
  if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
  const [request, ownerId] = await Promise.all([findRequestByCode(database, code), findOwnerOfCode(database, code)])
  const userId = request?.makerId ?? ownerId
  const person = userId === undefined ? undefined : await database.read(personOf(userId))
  if (!person) throw new Refusal({ code: 'code_unknown', field: 'code' })
  if (!request) {
    const currencies = [...(await currenciesOf(deps, person))]
    const state = person.takesTransfers ? ('open' as const) : ('withdrawn' as const)
    const nothing = { amount: null, message: null, is_collect: false, collected: null, expires_at: null }
    return { kind: 'person' as const, person: shownName(person), currencies, state, ...nothing }
  }
  const { currency, amountMinor, message, isCollect, collectedMinor, expiresAt } = request
  return {
    kind: 'request' as const,
    person: request.makerName,
    currencies: [currency],
    amount: amountMinor === null ? null : toDecimal(money(currency, amountMinor)),
    message,
    is_collect: isCollect,
    collected: isCollect ? toDecimal(money(currency, collectedMinor)) : null,
    state: stateAt(request, now),
    expires_at: expiresAt.toISOString(),
  }
}
