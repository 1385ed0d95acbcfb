import { queryClient } from '#web/lib/api/query-client.ts'
import { type Profile, profileQuery } from './profile.ts'

/** For tests: who is signed in, with a level without limits. */
export const TEST_PROFILE: Profile = {
  status: 'ok',
  first_name: 'Анна',
  last_name: '',
  phone: '79120000000',
  email: 'anna@mail.example',
  registered_at: '2026-11-20T12:00:00.000Z',
  identification_level: { name: 'базовый', ask_for_next: true },
  active_identification: null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
  limits: [],
  missing_consents: [],
  has_pin: true,
}

/** For tests: puts a profile into the cache, and asks the server for none. */
export function setTestProfile(changes: Partial<Profile> = {}): void {
  queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false })
  queryClient.setQueryData(profileQuery.queryKey, { ...TEST_PROFILE, ...changes })
}
