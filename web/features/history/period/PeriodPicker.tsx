import CalendarDays from 'lucide-react/icons/calendar-days'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { type Period, rangeOf, type WeekStart } from './period.ts'
import { useRangeText } from './range-text.ts'

const loadDialog = () => import('./PeriodDialog.tsx')
const PeriodDialog = lazyComponent(loadDialog)

export interface PeriodPickerProps {
  readonly period: Period
  readonly onPeriodChange: (period: Period) => void
  /** Weeks begin on Monday, not on Sunday. */
  readonly isMondayFirst?: boolean
}

/** The date-range picker: shows the period, and opens a dialog to choose another. The dialog is loaded lazily. */
export function PeriodPicker({ period, onPeriodChange, isMondayFirst = false }: PeriodPickerProps) {
  const t = useTranslate()
  const rangeText = useRangeText()
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const weekStart: WeekStart = isMondayFirst ? 1 : 0
  const range = rangeOf(period, { now: new Date(), weekStart })
  const label = range ? rangeText(range) : t('hist.preset.all')
  function preload(): void {
    // A failure surfaces when the dialog renders.
    loadDialog().catch(() => undefined)
  }
  function open(): void {
    setOpen(true)
    setOpenings(openings + 1)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="m"
        icon={<CalendarDays aria-hidden />}
        aria-label={t('hist.open', { period: label })}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        {label}
      </Button>
      {openings === 0 ? null : (
        <LazyBoundary isOpen={isOpen} onClose={() => setOpen(false)}>
          {/* {/* Each time the dialog opens it starts with the current period. */}
          <PeriodDialog
            key={openings}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            period={period}
            onPeriodChange={onPeriodChange}
            weekStart={weekStart}
          />
        </LazyBoundary>
      )}
    </>
  )
}
