import type { MadeKind } from './kinds.ts'
import type { Observed } from './observe.ts'
import { copyOf, type Effect, factsOf, type World } from './world.ts'

/** What a step should have come to. What nobody has heard an answer to, because of a crash, may have happened or not. */
export interface Expected {
  readonly what: string
  readonly isCertain: boolean
  readonly effect: Effect
  /** A job does it as soon as it comes to it: it has, if the books say that this is in this state. */
  readonly endsIn?: { readonly name: string; readonly state: string }
  /** The operation that it makes, whose id is not known yet. */
  readonly makes?: { readonly name: string; readonly kind: MadeKind; readonly legs: string }
}

// More than ever came together.
const UNCERTAIN_MAX = 14

/** Learns the ids of operations that were made; names those that nobody asked for. */
export function learnIds(ids: Map<string, string>, expected: readonly Expected[], { operations }: Observed): string[] {
  const known = new Set(ids.values())
  return operations.flatMap(({ id, kind, legs }) => {
    if (ids.has(id)) return []
    const made = expected.find(({ makes }) => makes?.kind === kind && makes.legs === legs && !known.has(makes.name))?.makes
    if (!made) return [`nobody asked for a ${kind} of ${legs}`]
    ids.set(id, made.name)
    known.add(made.name)
    return []
  })
}

/** The world after a step, such that it is what the books say; or how the likeliest one differs from them. */
export function findWorld(
  before: World,
  expected: readonly Expected[],
  observed: ReadonlyMap<string, string>,
): { readonly world: World } | { readonly differences: readonly string[] } {
  const possible = expected.filter(({ endsIn }) => !endsIn || observed.get(endsIn.name)?.startsWith(endsIn.state))
  const uncertain = possible.filter(({ isCertain, endsIn }) => !(isCertain || endsIn)).slice(0, UNCERTAIN_MAX)
  let likeliest: readonly string[] | undefined
  // First all, last none of what is uncertain.
  for (let left = 2 ** uncertain.length - 1; left >= 0; left -= 1) {
    const happened = possible.filter((one) => one.isCertain || one.endsIn || (left >> uncertain.indexOf(one)) & 1)
    // What was done at once was done in one order or the other.
    for (const inOrder of [happened, happened.toReversed()]) {
      const world = copyOf(before)
      for (const { effect } of inOrder) effect(world)
      const differences = differencesOf(factsOf(world), observed)
      if (differences.length === 0) return { world }
      likeliest ??= differences
    }
  }
  return { differences: likeliest ?? [] }
}

/** The facts of the books by the names of the model; of operations whose id is known. */
export function observedFacts({ accounts, operations, people }: Observed, ids: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([
    ...accounts.map(({ name, facts }) => [name, facts] as const),
    ...operations.map(({ id, state, legs }) => [ids.get(id) ?? id, `${state} ${legs}`] as const),
    ...people,
  ])
}

function differencesOf(model: ReadonlyMap<string, string>, books: ReadonlyMap<string, string>): string[] {
  return [...new Set([...model.keys(), ...books.keys()])].flatMap((name) => {
    const [expected, found] = [model.get(name) ?? 'nothing', books.get(name) ?? 'nothing']
    return expected === found ? [] : [`${name}: the books say ${found}, the model ${expected}`]
  })
}
