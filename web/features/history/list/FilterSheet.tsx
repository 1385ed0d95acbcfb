import { type SyntheticEvent, useId, useState } from 'react'
import type { Currency } from '#money/currency'
import { SIZE_GRAMMAR } from '#money/size'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { groupAmount, readAmount } from '#web/ui/amount/amount-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import css from './FilterSheet.module.css'
import { DIRECTIONS, type HistoryFilter, KINDS, NO_FILTERS, STATES } from './history-filter.ts'

export interface FilterSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The initial filters. */
  readonly filter: HistoryFilter
  readonly onChange: (change: Partial<HistoryFilter>) => void
  readonly currencies: readonly Currency[]
}

const BOUNDS = ['min', 'max'] as const
/** The radio value that means "no filter". */
const ANY = 'any'

/** The filters of the list in a sheet: type, status, direction, currency, amount. Nothing is applied before "Apply". */
export default function FilterSheet({ isOpen, onClose, filter, onChange, currencies }: FilterSheetProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const formId = useId()
  const [draft, setDraft] = useState(filter)
  const [sizes, setSizes] = useState({
    min: groupAmount(filter.min ?? '', language),
    max: groupAmount(filter.max ?? '', language),
  })
  const [faults, setFaults] = useState({ min: false, max: false })
  // A currency with decimals parses a number as people write it.
  const read = (text: string): string => readAmount(text, { currency: draft.currency ?? 'RUB', language }) ?? 'unread'
  const isFaulty = (text: string): boolean => text.trim() !== '' && !SIZE_GRAMMAR.test(read(text))

  function submitted(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = { min: isFaulty(sizes.min), max: isFaulty(sizes.max) }
    setFaults(found)
    const faulty = BOUNDS.find((bound) => found[bound])
    const field = faulty && event.currentTarget.elements.namedItem(faulty)
    if (field instanceof HTMLElement) field.focus()
    if (faulty) return
    const { kind, state, direction, currency } = draft
    onChange({ kind, state, direction, currency, min: read(sizes.min) || undefined, max: read(sizes.max) || undefined })
    onClose()
  }
  function reset(): void {
    setDraft({ ...draft, ...NO_FILTERS })
    setSizes({ min: '', max: '' })
    setFaults({ min: false, max: false })
  }
  function choice<Value extends string>(
    name: 'kind' | 'state' | 'direction' | 'currency',
    values: readonly Value[],
    labelOf: (value: Value) => string,
  ) {
    const options = [{ value: ANY, label: t('common.all') }, ...values.map((value) => ({ value, label: labelOf(value) }))]
    return (
      <Chips<string>
        label={t(`hist.filter.${name}`)}
        options={options}
        value={draft[name] ?? ANY}
        onValueChange={(value) => setDraft({ ...draft, [name]: value === ANY ? undefined : value })}
      />
    )
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('hist.filters')}
      footer={
        <div className={css.buttons}>
          <Button variant="text" onClick={reset}>
            {t('common.reset')}
          </Button>
          <Button type="submit" form={formId}>
            {t('common.apply')}
          </Button>
        </div>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={submitted}>
        {choice('kind', KINDS, (kind) => t(`stat.type.${kind}`))}
        {choice('state', STATES, (state) => t(`hist.state.${state}`))}
        {choice('direction', DIRECTIONS, (direction) => t(`hist.direction.${direction}`))}
        {currencies.length > 1 ? choice('currency', currencies, (currency) => currency) : null}
        <div className={css.bounds}>
          {BOUNDS.map((bound) => (
            <Field key={bound} label={t(`hist.filter.${bound}`)} error={faults[bound] ? t('hist.err_amount') : undefined}>
              <TextInput
                name={bound}
                inputMode="decimal"
                autoComplete="off"
                enterKeyHint="done"
                maxLength={24}
                value={sizes[bound]}
                onValueChange={(text) => {
                  setSizes({ ...sizes, [bound]: text })
                  if (faults[bound] && !isFaulty(text)) setFaults({ ...faults, [bound]: false })
                }}
                onBlur={() => setFaults({ ...faults, [bound]: isFaulty(sizes[bound]) })}
              />
            </Field>
          ))}
        </div>
      </form>
    </Modal>
  )
}
