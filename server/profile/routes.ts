import { authInfo } from '#contract/profile'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import { getProfile } from './profile.ts'

/** Who is signed in, on the wire. */
export function profileRoutes(http: Http, { database }: { database: Database }): void {
  route(http, authInfo, async ({ user, language }) => {
    const profile = await getProfile(database, user, language)
    return {
      status: 'ok' as const,
      first_name: profile.firstName,
      last_name: profile.lastName,
      phone: profile.phone,
      email: profile.email,
      registered_at: profile.registeredAt.toISOString(),
      identification_level: { name: profile.levelName, ask_for_next: profile.asksForNextLevel },
      active_identification: null,
      is_withdrawal_allowed: profile.isWithdrawalAllowed,
      is_topup_allowed: profile.isTopupAllowed,
      has_pin: profile.hasPin,
    }
  })
}
