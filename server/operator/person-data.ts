import type { User } from '#server/users/users'
import type { Change } from './change.ts'

/** In which form a person's data was taken out, as it is shown and recorded. */
export type PersonDataFacts = { readonly exported: 'json' | 'pdf' | null }

/** Records that the operator takes out all that is kept of a person; it changes nothing of it. */
export function personDataChange(user: User, exported: 'json' | 'pdf'): Change<PersonDataFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    propose: async () => ({ before: { exported: null }, after: { exported } }),
    write: () => Promise.resolve(),
  }
}
