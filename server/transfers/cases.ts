import { byDecision, type CaseKind } from '#server/cases/resolution'
import { endingOfHeld } from '#server/movement/held'
import { endHeld } from './held.ts'

/** The cases that transfers between people open. */
export const P2P_CASES: Readonly<Record<string, CaseKind>> = {
  transfer_held: {
    says: 'transfers of a person to people are held, as a velocity rule has caught them; the sender reads that they are being checked',
    resolutions: {
      release: endingOfHeld('transfer_held', 'let go: it goes on as it would have gone', (one) => endHeld('release', one)),
      return: endingOfHeld('transfer_held', 'not let go: it has gone back to the sender', (one) => endHeld('return', one)),
    },
  },
  request_paid_fast: {
    says: 'a request for money was paid, by a version before this one, as fast as a transfer is held for; nothing is held for it',
    resolutions: { close: byDecision('looked into, with what followed of it recorded apart') },
  },
  request_reported: {
    says: 'a person reports who has asked them for money; nothing was booked for it',
    resolutions: { close: byDecision('looked into, with what followed of it recorded apart') },
  },
  sender_reported: {
    says: 'a person reports who has sent them money; nothing was booked for it',
    resolutions: { close: byDecision('looked into, with what followed of it recorded apart') },
  },
}
