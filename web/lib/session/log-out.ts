import { logout } from '#contract/auth'
import { callApi } from '#web/lib/api/call.ts'
import { signOut } from './session.ts'
import { writeStored } from './storage.ts'
import { TOKEN } from './stored-session.ts'

const TIMEOUT_SECONDS = 5

/**
 * Ends the session here in any case; at the server too, when it can be reached in time. Other tabs hear of it before the server does: a
 * token that is refused to them then has not expired.
 */
export async function logOut(): Promise<void> {
  writeStored(TOKEN, undefined)
  await callApi(logout, { timeoutSeconds: TIMEOUT_SECONDS }).catch(() => undefined)
  signOut('ended')
}
