import Bell from 'lucide-react/icons/bell'
import { useState } from 'react'
import { RATE_PERIODS } from '#contract/rate-history'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { RateChart } from './RateChart.tsx'
import css from './RatePanel.module.css'
import type { Pair, RatePeriod } from './rate-queries.ts'

const RateAlerts = lazyComponent(async () => ({ default: (await import('./RateAlerts.tsx')).RateAlerts }))

/** The chart of a pair over a day, a week, a month or a year, and its rate alerts. */
export function LoadedRatePanel(pair: Pair) {
  const t = useTranslate()
  const [period, setPeriod] = useState<RatePeriod>('month')
  const [alerts, setAlerts] = useState<'unused' | 'open' | 'closed'>('unused')
  const close = () => setAlerts('closed')
  return (
    <Card title={t('rates.title')}>
      <Tabs
        label={t('rates.tabs')}
        tabs={RATE_PERIODS.map((value) => ({ value, label: t(`rates.period.${value}`) }))}
        value={period}
        onValueChange={setPeriod}
      >
        <RateChart {...pair} period={period} />
      </Tabs>
      <div className={css.foot}>
        <p className={css.note}>{t('rates.note')}</p>
        <Button variant="secondary" size="m" isWide icon={<Bell size={20} aria-hidden />} onClick={() => setAlerts('open')}>
          {t('alerts.open')}
        </Button>
      </div>
      {alerts === 'unused' ? null : (
        <LazyBoundary isOpen={alerts === 'open'} onClose={close}>
          <RateAlerts {...pair} isOpen={alerts === 'open'} onClose={close} />
        </LazyBoundary>
      )}
    </Card>
  )
}
