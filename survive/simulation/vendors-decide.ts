import { money } from '#money/money'
import { type Action, type Town, uneventful } from './town.ts'
import { isOpen } from './world.ts'

type Decision = readonly [line: string, decide: () => void]

/** What could happen at the vendors now, out of the wallet's sight; of it, one thing does. */
export function decideAtVendors(town: Town): Action {
  const decisions = [
    ...paymentDecisions(town),
    ...sendingDecisions(town, 'payouts'),
    ...sendingDecisions(town, 'merchants'),
    ...checkDecisions(town),
  ]
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

function sendingDecisions({ random, street, vendors, world, ids }: Town, port: 'payouts' | 'merchants'): Decision[] {
  const { sendings } = vendors[port]
  return [...sendings.all.values()].flatMap((sent): Decision[] => {
    const { name, reference, state } = sent
    if (state === 'pending') {
      const end = random.chance(0.75) ? 'paid' : 'failed'
      return [[`${name} is ${end}`, () => sendings.decide(sent, end)]]
    }
    // It takes back what the wallet has heard and booked: two ends that come in the wrong order look like two others.
    const known = world.operations.get(ids.get(reference) ?? '')
    const isHeard = street.events.every((event) => event.reference !== reference || event.isAcknowledged)
    if (sent.isContradicted || !known || isOpen(known) || !isHeard || !random.chance(0.1)) return []
    const end = state === 'paid' ? 'failed' : 'paid'
    return [[`${name} is ${end} after all`, () => sendings.decide(sent, end)]]
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
export function decideAll({ random, vendors: { payouts, merchants, identity } }: Town): void {
  for (const { sendings } of [payouts, merchants]) {
    for (const sent of sendings.all.values()) {
      if (sent.state === 'pending') sendings.decide(sent, random.chance(0.75) ? 'paid' : 'failed')
    }
  }
  for (const check of identity.checks.values()) {
    if (check.state === 'pending') identity.decide(check, random.chance(0.7) ? 'complete' : 'aborted')
  }
}
