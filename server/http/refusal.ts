import type { RefusalFacts } from '#contract/refusals'

/** A request that is refused for a reason the person can understand; the transaction it is thrown in rolls back by itself. */
export class Refusal extends Error {
  readonly facts: RefusalFacts

  constructor(facts: RefusalFacts) {
    super(facts.code)
    this.facts = facts
  }
}
