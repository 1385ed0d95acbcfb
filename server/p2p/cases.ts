import { byDecision, type CaseKind, type Resolution } from '#server/cases/resolution'
import { endHeld } from './held.ts'

/** Ends a transfer that is held, once the operator has looked at it. */
function byHand(way: 'release' | 'return', summary: string): Resolution {
  return {
    summary,
    refusal: () => undefined,
    run: ({ database, ledger, found, rows, now }) => endHeld({ database, ledger, found, way, summary, rows, now }),
  }
}

/** The cases that transfers between people open. */
export const P2P_CASES: Readonly<Record<string, CaseKind>> = {
  transfer_held: {
    says: 'a transfer to a person is held, as a velocity rule has caught it; the sender reads that it is being checked',
    resolutions: {
      release: byHand('release', 'let go: it goes on as it would have gone'),
      return: byHand('return', 'not let go: it has gone back to the sender'),
    },
  },
  request_paid_fast: {
    says: 'a request for money was paid as fast as a transfer would be held for; nothing is held for it',
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
