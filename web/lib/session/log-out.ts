import { logout } from '#contract/auth'
import { callApi } from '#web/lib/api/call.ts'
import { signOut } from './session.ts'

const TIMEOUT_SECONDS = 5

/** Ends the session here in any case; at the server too, when it can be reached in time. */
export async function logOut(): Promise<void> {
  await callApi(logout, { timeoutSeconds: TIMEOUT_SECONDS }).catch(() => undefined)
  signOut('ended')
}
