import type { Money } from '#money/money'
import type { TextKey } from '#texts/texts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import type { LimitMessages } from '#web/lib/config/limits.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { missingText } from '#web/lib/texts/missing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

/** The obstacle of a form that cannot be submitted. */
interface NotReady {
  readonly isReady: false
  /** The fields that are still empty. */
  readonly missing?: readonly TextKey[]
  readonly fault: TextKey | undefined
  /** How much the balance is short of the amount. */
  readonly shortBy?: Money | undefined
}

/** Whether a form of money can be submitted: its terms, or the obstacle. */
export type Readiness<Terms> = { readonly isReady: true; readonly terms: Terms } | NotReady

interface Circumstances<Own> {
  /** The form's own texts in place of the general texts. */
  readonly own?: Own | undefined
  /** The error of the amount is shown at its field. */
  readonly limits?: Pick<LimitMessages, 'tooLittle' | 'tooMuch'>
  /** The accounts are still loading; until then no account counts as missing. */
  readonly isLoading?: boolean
}

/** Why no money can be moved or asked for at all: no network, or a frozen wallet; undefined when nothing stands in the way. */
function useStopped(): string | undefined {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const isFrozen = Boolean(useProfile()?.frozen)
  if (!isOnline) return t('offline.action')
  return isFrozen ? t('freeze.frozen_title') : undefined
}

/** Why the button of a form is disabled, in words: the first reason; undefined when it is enabled. */
export function useReason<Own = never>(
  readiness: { readonly isReady: true } | NotReady,
  { own, limits, isLoading = false }: Circumstances<Own> = {},
): string | Own | undefined {
  const t = useTranslate()
  const stopped = useStopped()
  if (stopped !== undefined) return stopped
  if (own !== undefined) return own
  if ((limits?.tooMuch ?? limits?.tooLittle) !== undefined) return t('reason.other_amount')
  if (readiness.isReady) return undefined
  const { missing = [], fault, shortBy } = readiness
  if (shortBy) return t('err.amount.funds_hidden')
  if (fault) return t(fault)
  return missingText(
    t,
    missing.filter((key) => !(isLoading && key === 'reason.account')),
  )
}
