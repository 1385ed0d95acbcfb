import { type CaseKind, nothingLeft, type Resolution } from '#server/cases/resolution'
import type { IdentityCheck } from '#server/providers/identity/port'
import { settle } from './settle.ts'

/** Ends an identification by the state that the operator got from the provider. */
function byWord(check: Pick<IdentityCheck, 'state' | 'reason'>, summary: string): Resolution {
  return {
    summary,
    refusal: () => undefined,
    run: ({ database, found, rows, now }) => settle(database, found.reference, check, now, { summary, rows }),
  }
}

/** The cases that identifications open. */
export const IDENTITY_CASES: Readonly<Record<string, CaseKind>> = {
  identification_without_end: {
    says: 'the identity provider has not answered for a day about an identification',
    resolutions: {
      approve: byWord({ state: 'complete' }, 'the provider says that the person is who they say they are'),
      decline: byWord({ state: 'aborted', reason: 'declined' }, 'the provider says that the person was refused'),
      expire: byWord({ state: 'aborted', reason: 'expired' }, 'it is given up; the person can begin again'),
    },
  },
  identification_changed_its_end: {
    says: 'an identification that was approved is said not to be; the level stays until `users set` changes it',
    resolutions: { close: nothingLeft },
  },
}
