import { type SyntheticEvent, useId, useState } from 'react'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { EdgeField } from './EdgeField.tsx'
import { PeriodCalendar } from './PeriodCalendar.tsx'
import css from './PeriodDialog.module.css'
import { type Period, PRESETS, type Today, type WeekStart } from './period.ts'
import { draftOf, finish, leaveEdge, pressDay, rangeIn, stepEdge, typeEdge } from './period-draft.ts'
import type { Edge } from './typed-date.ts'

export interface PeriodDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The initial period. */
  readonly period: Period
  readonly onPeriodChange: (period: Period) => void
  readonly weekStart: WeekStart
}

const EDGES = ['start', 'end'] as const satisfies readonly Edge[]

/**
 * The dialog of the date-range picker: All Days and the eight presets, a calendar, two inputs for the ends. Nothing is applied
 * before "Apply"; "Reset" returns to all days. Phones show one month, desktops two beside the presets.
 */
export default function PeriodDialog({ isOpen, onClose, period, onPeriodChange, weekStart }: PeriodDialogProps) {
  const t = useTranslate()
  const formId = useId()
  const viewport = useViewport()
  const [today] = useState<Today>(() => ({ now: new Date(), weekStart }))
  const [draft, setDraft] = useState(() => draftOf(period, today))

  function submitted(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    const finished = finish(draft)
    if ('period' in finished) {
      onPeriodChange(finished.period)
      onClose()
      return
    }
    setDraft(finished.draft)
    const faulty = EDGES.find((edge) => finished.draft.faults[edge])
    const field = faulty && event.currentTarget.elements.namedItem(faulty)
    if (field instanceof HTMLElement) field.focus()
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('hist.period')}
      isWide
      footer={<Buttons formId={formId} onReset={() => setDraft(draftOf('all', today))} />}
    >
      <form id={formId} className={css.form} noValidate onSubmit={submitted}>
        <Chips
          label={t('hist.presets')}
          isLabelHidden
          isColumn
          options={(['all', ...PRESETS] as const).map((value) => ({ value, label: t(`hist.preset.${value}`) }))}
          value={draft.choice === 'own' ? undefined : draft.choice}
          onValueChange={(choice) => setDraft(draftOf(choice, today))}
        />
        <div className={css.own}>
          <PeriodCalendar
            range={rangeIn(draft)}
            today={today}
            months={viewport === 'desktop' ? 2 : 1}
            onDay={(day) => setDraft(pressDay(draft, day))}
          />
          <div className={css.edges}>
            {EDGES.map((edge) => (
              <EdgeField
                key={edge}
                edge={edge}
                text={draft[edge]}
                isFaulty={draft.faults[edge]}
                onType={(text) => setDraft(typeEdge(draft, edge, text))}
                onLeave={() => setDraft((latest) => leaveEdge(latest, edge))}
                onStep={(steps) => setDraft(stepEdge(draft, edge, steps))}
              />
            ))}
          </div>
        </div>
      </form>
    </Modal>
  )
}

function Buttons({ formId, onReset }: { readonly formId: string; readonly onReset: () => void }) {
  const t = useTranslate()
  return (
    <div className={css.buttons}>
      <Button variant="text" onClick={onReset}>
        {t('common.reset')}
      </Button>
      <Button type="submit" form={formId}>
        {t('common.apply')}
      </Button>
    </div>
  )
}
