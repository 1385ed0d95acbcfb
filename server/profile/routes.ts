import type { Brand } from '#brands/brand'
import { personData, personDataPdf } from '#contract/person-data'
import { authInfo } from '#contract/profile'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import type { AbortReason, CheckState } from '#server/providers/identity/port'
import { listMissingConsents } from '#server/users/consents'
import { limitsOfLevels } from '#server/users/levels'
import { limitsReply } from '#server/users/limits-reply'
import { downloadsFor } from './downloads.ts'
import { getProfile } from './profile.ts'

export interface ProfileDeps {
  readonly database: Database
  readonly brand: Brand
  /** How often a person may have their data in a day. */
  readonly personDataPerDay: number
  /** The user's active identification; undefined when there is none. */
  readonly findIdentification: (
    userId: string,
  ) => Promise<{ readonly state: CheckState; readonly reason: AbortReason | null } | undefined>
}

/** The routes of `authInfo`, and of all that is kept of a person. */
export function profileRoutes(http: Http, { database, brand, findIdentification, personDataPerDay }: ProfileDeps): void {
  const download = downloadsFor({ database, keys: http.keys, texts: http.texts, brand, perDay: personDataPerDay })
  route(http, personData, (asked) => download(asked, 'json'))
  route(http, personDataPdf, (asked) => download(asked, 'pdf'))
  route(http, authInfo, async ({ user, language, now, t }) => {
    const [profile, active, missingConsents, limits] = await Promise.all([
      getProfile({ database, keys: http.keys }, user, { language, now }),
      findIdentification(user.userId),
      listMissingConsents(database, user.userId, brand),
      database.read(limitsOfLevels(undefined)),
    ])
    return {
      status: 'ok' as const,
      first_name: profile.firstName,
      last_name: profile.lastName,
      phone: profile.phone,
      email: profile.email,
      email_confirmed: profile.isEmailConfirmed,
      registered_at: profile.registeredAt.toISOString(),
      identification_level: { name: profile.levelName, ask_for_next: profile.asksForNextLevel },
      active_identification: active ? { status: active.state, reason: active.reason && t(`kyc.reason.${active.reason}`) } : null,
      is_withdrawal_allowed: profile.isWithdrawalAllowed,
      is_topup_allowed: profile.isTopupAllowed,
      limits: limitsReply(limits.get(profile.levelCode) ?? new Map()),
      missing_consents: missingConsents,
      has_pin: profile.hasPin,
      frozen: profile.frozenBy,
      unfreeze:
        profile.frozenBy === 'owner'
          ? { by: [...profile.unfrozenBy], waits_until: profile.unfreezeWaitsUntil?.toISOString() ?? null }
          : null,
      pin_waits_until: profile.pinWaitsUntil?.toISOString() ?? null,
    }
  })
}
