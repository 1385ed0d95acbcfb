import type { RefusalFacts } from '#contract/refusals'
import { NotAccepted } from '#server/providers/not-accepted'

/** A request that is refused for a reason the person can understand; the transaction it is thrown in rolls back by itself. */
export class Refusal extends Error {
  readonly facts: RefusalFacts

  /** `cause` is what a provider said, where it is the provider that refuses. */
  constructor(facts: RefusalFacts, cause?: NotAccepted) {
    super(facts.code, { cause })
    this.facts = facts
  }
}

/** What a provider is asked for; what it does not accept is refused to the person who asked, by a name. */
export async function refusedAs<Answer>(facts: RefusalFacts, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof NotAccepted ? new Refusal(facts, error) : error
  }
}
