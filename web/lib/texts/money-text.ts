import { useCallback } from 'react'
import { formatMoney } from '#money/format'
import type { Money } from '#money/money'
import { useSession } from '#web/lib/session/use-session.ts'

/** Formats money as plain text in the language of the page, for labels and messages; money shown on its own is rendered by `<Amount>`. */
export function useMoneyText(): (of: Money) => string {
  const language = useSession((session) => session.language)
  return useCallback((of) => formatMoney(of, language), [language])
}
