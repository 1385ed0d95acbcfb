import { money } from '#money/money'
import { type Action, type Town, uneventful } from './town.ts'
import { isOpen } from './world.ts'

type Decision = readonly [line: string, decide: () => void]

/** What could happen at the vendors now, out of the wallet's sight; of it, one thing does. */
export function decideAtVendors(town: Town): Action {
  const decisions = [...paymentDecisions(town), ...payoutDecisions(town), ...checkDecisions(town)]
  const [line, decide] =
    decisions.length > 0 ? town.random.pick(decisions) : (['nothing happens at the vendors', () => undefined] as const)
  return () => {
    decide()
    return Promise.resolve(uneventful(line))
  }
}

function paymentDecisions({ random, vendors: { payments }, world, ids }: Town): Decision[] {
  return [...payments.orders.values()].flatMap((order): Decision[] => {
    const { name, ordered, state } = order
    const known = world.operations.get(ids.get(order.id) ?? '')
    if (state === 'pending' || (state === 'failed' && random.chance(0.1))) {
      const chance = random.below(100)
      if (chance < 15 && state === 'pending') return [[`${name} is declined`, () => payments.decide(order, 'failed', ordered)]]
      const paid = chance < 22 ? money(ordered.currency, ordered.minor - 1n) : ordered
      return [[`${name} is paid${paid === ordered ? '' : ' too little'}`, () => payments.decide(order, 'complete', paid)]]
    }
    // As ordered only: what else was paid is for the operator to look at.
    const isPaid = state === 'complete' && order.paid?.minor === ordered.minor
    if (!isPaid || !random.chance(0.08)) return []
    // In part only what the wallet knows of: no one can tell what is left of an order that was never seen paid.
    const isPart = known?.state === 'complete' && random.chance(0.4)
    const back = isPart ? money(ordered.currency, ordered.minor / 2n) : ordered
    return [[`${name} is charged back${isPart ? ' in part' : ''}`, () => payments.decide(order, 'charged_back', back)]]
  })
}

function payoutDecisions({ random, street, vendors: { payouts }, world, ids }: Town): Decision[] {
  return [...payouts.payouts.values()].flatMap((payout): Decision[] => {
    const { name, reference, state } = payout
    if (state === 'pending') {
      const end = random.chance(0.75) ? 'paid' : 'failed'
      return [[`${name} is ${end}`, () => payouts.decide(payout, end)]]
    }
    // It takes back what the wallet has heard and booked: two ends that come in the wrong order look like two others.
    const known = world.operations.get(ids.get(reference) ?? '')
    const isHeard = street.events.every((event) => event.reference !== reference || event.isAcknowledged)
    if (payout.isContradicted || !known || isOpen(known) || !isHeard || !random.chance(0.05)) return []
    const end = state === 'paid' ? 'failed' : 'paid'
    return [[`${name} is ${end} after all`, () => payouts.decide(payout, end)]]
  })
}

function checkDecisions({ random, vendors: { identity } }: Town): Decision[] {
  return [...identity.checks.values()].flatMap((check): Decision[] => {
    if (check.state !== 'pending') return []
    const end = random.chance(0.7) ? 'complete' : 'aborted'
    return [[`${check.name} is ${end}`, () => identity.decide(check, end)]]
  })
}

/** Nothing is left undecided at the vendors; who has not paid does not. */
export function decideAll({ random, vendors: { payouts, identity } }: Town): void {
  for (const payout of payouts.payouts.values()) {
    if (payout.state === 'pending') payouts.decide(payout, random.chance(0.75) ? 'paid' : 'failed')
  }
  for (const check of identity.checks.values()) {
    if (check.state === 'pending') identity.decide(check, random.chance(0.7) ? 'complete' : 'aborted')
  }
}
