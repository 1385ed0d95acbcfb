import { useCallback } from 'react'
import { formatMoney } from '#money/format'
import type { Money } from '#money/money'
import { useSession } from '#web/lib/session/use-session.ts'

/** Money as plain text in the language of the page, for names of buttons and messages; where it is seen by itself, `<Amount>` prints it. */
export function useMoneyText(): (of: Money) => string {
  const language = useSession((session) => session.language)
  return useCallback((of) => formatMoney(of, language), [language])
}
