/** What the operator asked for cannot be done; the message is one line for the person at the terminal. */
export class OperatorFault extends Error {}

/** The fault of a name that nothing has: says which ones there are. */
export function unknownName(kind: string, unchecked: string, known: readonly string[]): OperatorFault {
  return new OperatorFault(`There is no ${kind} "${unchecked}"; there are ${known.join(', ')}`)
}
