/** A command cannot be done; the message is one line for the operator. */
export class OperatorFault extends Error {}

/** The fault of an unknown name: lists the known ones. */
export function unknownName(kind: string, unchecked: string, known: readonly string[]): OperatorFault {
  return new OperatorFault(`There is no ${kind} "${unchecked}"; there are ${known.join(', ')}`)
}
