import { useCallback } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { amountWords } from '#web/ui/amount/amount-words.ts'
import type { Account } from './accounts.ts'

/** The balance of an account for the ear; while amounts are hidden, that they are. */
export function useBalanceWords(): (account: Account) => string {
  const t = useTexts()
  const language = useSession((session) => session.language)
  const isHidden = useSession((session) => session.isAmountsHidden)
  return useCallback(
    ({ balance }) => (isHidden ? t('balance.hidden') : amountWords(t, balance, language)),
    [t, language, isHidden],
  )
}
