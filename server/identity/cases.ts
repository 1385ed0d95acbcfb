import { type CaseKind, nothingLeft } from '#server/cases/resolution'

/** The cases that identifications open. */
export const IDENTITY_CASES: Readonly<Record<string, CaseKind>> = {
  identification_changed_its_end: {
    says: 'an identification that was approved is said not to be; the level stays until `users set` changes it',
    resolutions: { close: nothingLeft },
  },
}
