import type { Operator } from '#brands/brand'
import { brandId } from './brand-parts.ts'

// Apart from the rest of a brand: only the landing screen says who stands behind the wallet.
const OPERATORS = import.meta.glob<Operator>('../../../brands/*/operator.ts', { eager: true, import: 'operator' })

/** Who runs the wallet and by which licence; nothing when the brand does not say. */
export function brandOperator(): Operator | undefined {
  return OPERATORS[`../../../brands/${brandId()}/operator.ts`]
}
