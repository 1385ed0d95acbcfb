import type { Currency } from '#money/currency'
import { capsOf, type LevelsAndRooms } from '#web/lib/config/rooms.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { RestBar } from './RestBar.tsx'
import css from './RestBars.module.css'
import { restsOfToday } from './rests.ts'
import { useCounted } from './use-counted.ts'

export interface RestBarsProps {
  readonly data: LevelsAndRooms
  readonly currency: Currency
}

/** What is left today of what goes out, and in thirty days of what people send each other. Nothing in a currency without an account. */
export function RestBars({ data, currency }: RestBarsProps) {
  const t = useTranslate()
  const counted = useCounted()
  const isWithdrawalOn = useFeatureFlag('withdrawal')
  const isP2pOn = useFeatureFlag('p2p')
  if (!data.rooms.some(({ currency_code }) => currency_code === currency)) return null
  const monthOf = (movement: 'sending' | 'receiving') => capsOf(data, movement, currency).find(({ per }) => per === 'month')
  const [sent, received] = [monthOf('sending'), monthOf('receiving')]
  const toNew = capsOf(data, 'withdrawal', currency).find(({ per }) => per === 'new_recipient')
  const months = isP2pOn
    ? [
        { label: t('levels.sending'), cap: sent },
        { label: t('levels.receiving'), cap: received },
      ]
    : []
  return (
    <section className={css.bars} aria-label={t('levels.rest_title')}>
      <h3 className={css.title}>{t('levels.rest_title')}</h3>
      {restsOfToday(data, counted, currency).map(({ label, cap }) => (
        <RestBar key={label} label={t(label)} cap={cap} />
      ))}
      {isWithdrawalOn && toNew ? (
        <p className={css.note}>
          <AmountText textKey="levels.new_recipient" of={toNew.rest} />
        </p>
      ) : null}
      {months.length > 0 ? <h3 className={css.title}>{t('levels.month_title')}</h3> : null}
      {months.map(({ label, cap }) => (cap ? <RestBar key={label} label={label} cap={cap} /> : null))}
    </section>
  )
}
