import { useEffect, useState } from 'react'
import type { Money } from '#money/money'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

/** Typing has to pause for this long before the result is announced. */
const IDLE_MS = 800

export interface ExchangeAnnouncerProps {
  /** The amount received, once it is known. */
  readonly get: Money | undefined
  /** The announcement, made at once, that the sides were swapped. */
  readonly swapped: string
}

/** Announces the result of an exchange to screen readers: once, when typing pauses. */
export function ExchangeAnnouncer({ get, swapped }: ExchangeAnnouncerProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const [said, setSaid] = useState('')
  const words = get ? t('ex.announce', { amount: moneyText(get) }) : ''
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), IDLE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
      <span role="status">{swapped}</span>
    </VisuallyHidden>
  )
}
