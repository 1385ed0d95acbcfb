import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo, useState } from 'react'
import { DayPicker, type DayPickerProps, type PropsBase } from 'react-day-picker'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatMonth, formatWeekday, formatWeekdayAndDay } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './PeriodCalendar.module.css'
import type { DateRange, Today } from './period.ts'
import { useRangeText } from './range-text.ts'

export interface PeriodCalendarProps {
  readonly range: DateRange | undefined
  readonly today: Today
  /** The number of months side by side. */
  readonly months: number
  readonly onDay: (day: Date) => void
}

/** The class names of the calendar's parts; parts not listed are unstyled. */
const LOOKS = {
  months: css.months ?? '',
  month: css.month ?? '',
  nav: css.nav ?? '',
  button_previous: css.arrow ?? '',
  button_next: css.arrow ?? '',
  month_caption: css.caption ?? '',
  month_grid: css.grid ?? '',
  weekday: css.weekday ?? '',
  day: css.day ?? '',
  day_button: css.button ?? '',
  today: css.today ?? '',
  outside: css.outside ?? '',
  disabled: css.ahead ?? '',
  range_start: css.start ?? '',
  range_middle: css.middle ?? '',
  range_end: css.end ?? '',
} satisfies DayPickerProps['classNames']

const ARROWS = {
  Chevron: ({ orientation }: { readonly orientation?: 'left' | 'right' | 'up' | 'down' }) =>
    orientation === 'left' ? <ChevronLeft size={20} aria-hidden /> : <ChevronRight size={20} aria-hidden />,
} satisfies DayPickerProps['components']

/**
 * A grid of six weeks for each month. Future days cannot be pressed. The arrows, Page Up and Down, Home and End move through the grid.
 * The name of the grid contains the range, and the names of two days say that they are its ends.
 */
export function PeriodCalendar({ range, today, months, onDay }: PeriodCalendarProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  // Without a range the current month is shown last, because past days are before it.
  const [month, setMonth] = useState(() => range?.start ?? monthsBefore(today.now, months - 1))
  const [shownStart, setShownStart] = useState(range?.start.getTime())
  if (range && range.start.getTime() !== shownStart) {
    // A date selected elsewhere is scrolled into view; a date pressed here is visible already.
    setShownStart(range.start.getTime())
    if (!isInSight(range, month, months)) setMonth(range.start)
  }
  const words = useCalendarWords(range)
  return (
    <DayPicker
      className={css.calendar ?? ''}
      classNames={LOOKS}
      components={ARROWS}
      mode="range"
      selected={range ? { from: range.start, to: range.end } : undefined}
      onSelect={(_range, day) => onDay(day)}
      month={month}
      onMonthChange={setMonth}
      numberOfMonths={months}
      today={today.now}
      disabled={{ after: today.now }}
      weekStartsOn={today.weekStart}
      fixedWeeks
      showOutsideDays={months === 1}
      lang={language}
      aria-label={t('hist.calendar')}
      {...words}
    />
  )
}

function monthsBefore(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth() - count)
}

/** Whether the shown months include the start of a range. */
function isInSight({ start }: DateRange, month: Date, months: number): boolean {
  const ahead = (start.getFullYear() - month.getFullYear()) * 12 + start.getMonth() - month.getMonth()
  return ahead >= 0 && ahead < months
}

function useCalendarWords(range: DateRange | undefined): Pick<PropsBase, 'labels' | 'formatters'> {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const rangeText = useRangeText()
  return useMemo(() => {
    const reading = { language }
    const monthName = (day: Date) => formatMonth(day, reading)
    return {
      formatters: {
        formatCaption: monthName,
        formatWeekdayName: (day) => formatWeekday(day, reading, 'short'),
        formatDay: (day) => String(day.getDate()),
      },
      labels: {
        labelNav: () => t('hist.calendar'),
        labelPrevious: () => t('a11y.previous_month'),
        labelNext: () => t('a11y.next_month'),
        labelWeekday: (day) => formatWeekday(day, reading, 'long'),
        labelGrid: (day) => (range ? t('a11y.range_chosen', { month: monthName(day), range: rangeText(range) }) : monthName(day)),
        labelDayButton: (day, modifiers) => {
          const name = formatWeekdayAndDay(day, reading)
          const date = modifiers.today ? t('a11y.day_today', { date: name }) : name
          if (modifiers.range_start) return t('a11y.range_start', { date })
          return modifiers.range_end ? t('a11y.range_end', { date }) : date
        },
      },
    }
  }, [t, language, range, rangeText])
}
