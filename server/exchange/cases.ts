import { byDecision, type CaseKind, nothingLeft } from '#server/cases/resolution'
import { ACCEPTED, JUMPED } from '#server/rates/jumps'
import { STALE } from '#server/rates/stale'

/** The cases that exchanges open. */
export const EXCHANGE_CASES: Readonly<Record<string, CaseKind>> = {
  [JUMPED]: {
    says: 'the rate provider has moved prices by more than a fifth; nothing is exchanged until they are back, or somebody has looked',
    resolutions: { accept: byDecision(ACCEPTED), close: nothingLeft },
  },
  [STALE]: {
    says: 'the rate provider answers with prices that are older, by its own word, than RATE_AGE_MAX_SECONDS; nothing is exchanged until there are others',
    resolutions: { close: nothingLeft },
  },
}
