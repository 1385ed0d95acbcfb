import type { TextKey } from '#texts/texts'
import type { Direction, LegTexts, TextByDetails } from './operation-kind.ts'
import { listOperationKinds } from './operation-kinds.ts'

/** Chooses a text by the details of a leg. */
export function textFor(text: TextByDetails, details: Readonly<Record<string, string>>): TextKey {
  return typeof text === 'function' ? text(details) : text
}

/** The texts of a leg for its user, with its direction; `isOut`: the leg is a debit. Throws for an unknown kind. */
export function legTextsOf(kind: string, isOut: boolean): DirectedTexts {
  const found = LEG_TEXTS.get(kind)?.[isOut ? 'out' : 'in']
  if (!found) throw new Error(`There is no ${kind} with money going ${isOut ? 'out' : 'in'}`)
  return found
}

type DirectedTexts = LegTexts & { readonly direction: Direction }

/** The texts of each kind's legs, computed once, as every posting needs them. */
const LEG_TEXTS: ReadonlyMap<string, { readonly in: DirectedTexts | undefined; readonly out: DirectedTexts | undefined }> =
  new Map(
    listOperationKinds().map(([kind, { legs }]) => {
      const directed = (direction: Direction): DirectedTexts | undefined => {
        const texts = legs[direction]
        return texts && { ...texts, direction }
      }
      const own = directed('own')
      return [kind, { in: own ?? directed('in'), out: own ?? directed('out') }]
    }),
  )
