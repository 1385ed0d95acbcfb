import { useEffect, useState } from 'react'
import type { Money } from '#money/money'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

/** How long nobody must have typed before the result is said. */
const IDLE_MS = 800

export interface ExchangeAnnouncerProps {
  /** What the exchange comes to, once there is something. */
  readonly get: Money | undefined
  /** Said at once: that the sides changed places. */
  readonly swapped: string
}

/** Says what an exchange comes to, for the ear: once, when the typing has rested. */
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
