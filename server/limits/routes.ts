import { levelLimits } from '#contract/levels'
import { toDecimal } from '#money/amount'
import { type Http, route } from '#server/http/route'
import { type Cap, leftOf } from '#server/users/caps'
import { limitsReply } from '#server/users/limits-reply'
import { findOutlook, type LimitsDeps, mostAtOnce } from './limits.ts'

/** The route of the levels, and of what is left to whoever asks. */
export function limitsRoutes(http: Http, deps: LimitsDeps): void {
  route(http, levelLimits, async ({ user, language, now }) => {
    const { levels, rooms, firstDay } = await findOutlook(deps, user, now)
    return {
      status: 'ok' as const,
      levels: levels.map((level) => ({
        level_code: level.code,
        name: level.name[language],
        is_own: level.isOwn,
        is_next: level.isNext,
        is_by_hand: level.howto !== undefined,
        is_topup_allowed: level.isTopupAllowed,
        is_withdrawal_allowed: level.isWithdrawalAllowed,
        limits: limitsReply(level.limits),
      })),
      rooms: rooms.map(({ account, caps }) => ({
        currency_code: account.balance.currency,
        topup: roomReply(caps.topup),
        withdrawal: roomReply(caps.withdrawal),
        payment: roomReply(caps.payment),
        sending: roomReply(caps.sending),
        receiving: roomReply(caps.receiving),
      })),
      ...(firstDay && { first_day: { reason: firstDay.reason, until: firstDay.until.toISOString() } }),
    }
  })
}

function roomReply(caps: readonly Cap[]) {
  const atOnce = mostAtOnce(caps)
  return {
    at_once: atOnce ? toDecimal(atOnce) : '0',
    // What an account can hold is no limit of a level, and nobody has as much.
    caps: caps.flatMap(({ per, ...cap }) =>
      per === 'balance' ? [] : [{ per, most: toDecimal(cap.most), rest: toDecimal(leftOf(cap)) }],
    ),
  }
}
