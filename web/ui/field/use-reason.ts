import type { Money } from '#money/money'
import type { TextKey } from '#texts/texts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import type { LimitMessages } from '#web/lib/config/limits.ts'
import { missingText } from '#web/lib/texts/missing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

/** Whether a form can be submitted, or the obstacle. */
type Readiness =
  | { readonly isReady: true }
  | {
      readonly isReady: false
      readonly missing?: readonly TextKey[]
      readonly fault: TextKey | undefined
      readonly shortBy?: Money | undefined
    }

interface Circumstances<Own> {
  /** The form's own texts in place of the general texts. */
  readonly own?: Own | undefined
  /** The error of the amount is shown at its field. */
  readonly limits?: Pick<LimitMessages, 'tooLittle' | 'tooMuch'>
  /** The accounts are still loading: none is missing. */
  readonly isLoading?: boolean
}

/** Why the button of a form is disabled, in words: the first reason; undefined when it is enabled. */
export function useReason<Own = never>(
  readiness: Readiness,
  { own, limits, isLoading = false }: Circumstances<Own> = {},
): string | Own | undefined {
  const t = useTranslate()
  const isOnline = useIsOnline()
  if (!isOnline) return t('offline.action')
  if (own !== undefined) return own
  if ((limits?.tooMuch ?? limits?.tooLittle) !== undefined) return t('reason.other_amount')
  if (readiness.isReady) return undefined
  const { missing = [], fault, shortBy } = readiness
  if (shortBy) return t('reason.other_amount')
  if (fault) return t(fault)
  return missingText(
    t,
    missing.filter((key) => !(isLoading && key === 'reason.account')),
  )
}
