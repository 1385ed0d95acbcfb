import { useQuery } from '@tanstack/react-query'
import { type Profile, profileQuery } from './profile.ts'

/** The profile of the user; undefined until it has loaded. */
export function useProfile(): Profile | undefined {
  return useQuery(profileQuery).data
}
