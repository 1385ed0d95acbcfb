import { byDecision, type CaseKind } from '#server/cases/resolution'

/** The cases that transfers between people open. */
export const P2P_CASES: Readonly<Record<string, CaseKind>> = {
  sender_reported: {
    says: 'a person reports who has sent them money; nothing was booked for it',
    resolutions: { close: byDecision('looked into, with what followed of it recorded apart') },
  },
}
