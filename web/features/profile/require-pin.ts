import { useEffect } from 'react'
import { signIn } from '#web/lib/session/session.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'

/**
 * Sends a signed-in user without a PIN to the last step of registration: they left it, perhaps in another tab, and could
 * withdraw nothing without one.
 */
export function useRequirePin(): void {
  const profile = useProfile()
  // While it is frozen none is set.
  const hasPin = profile?.frozen === 'owner' || profile?.has_pin
  const authToken = useSession((session) => session.authToken)
  useEffect(() => {
    if (hasPin === false && authToken !== undefined) signIn(authToken, { isPinPending: true })
  }, [hasPin, authToken])
}
