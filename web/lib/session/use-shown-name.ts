import { useProfile } from './use-profile.ts'

/** The user as the wallet shows them to others: first name and initial. Empty until the profile has loaded. */
export function useShownName(): string {
  const profile = useProfile()
  if (!profile) return ''
  const [initial = ''] = profile.last_name
  return initial === '' ? profile.first_name : `${profile.first_name} ${initial}.`
}
