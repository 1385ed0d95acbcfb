import { useQuery } from '@tanstack/react-query'
import { type Profile, profileQuery } from './profile.ts'

/** Who is signed in, or nothing until it is there. */
export function useProfile(): Profile | undefined {
  return useQuery(profileQuery).data
}
