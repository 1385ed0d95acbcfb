import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import type { Currency } from '#money/currency'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { groupAmount } from '#web/ui/amount/amount-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchInput } from '#web/ui/field/SearchInput.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { type HistoryFilter, KINDS, NO_FILTERS } from './history-filter.ts'
import css from './StatementSearchBar.module.css'

const FilterSheet = lazyComponent(() => import('./FilterSheet.tsx'))
/** How long typing must pause before the list is searched. */
const PAUSE_MS = 400
const WORDS_MAX = 100

export interface StatementSearchBarProps {
  readonly filter: HistoryFilter
  readonly onChange: (change: Partial<HistoryFilter>) => void
  /** The currencies to choose from: those of the user's accounts. */
  readonly currencies: readonly Currency[]
}

/** The search field, the button of the filter sheet, and the active filters of the list; a press on a filter removes it. */
export function StatementSearchBar({ filter, onChange, currencies }: StatementSearchBarProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const active = useActiveFilters(filter)
  function open(): void {
    setOpen(true)
    setOpenings(openings + 1)
  }
  return (
    <div className={css.bar}>
      <div className={css.line}>
        <SearchWords q={filter.q} onSearch={(q) => onChange({ q })} />
        <Button
          variant="secondary"
          size="m"
          icon={<ListFilter aria-hidden />}
          aria-haspopup="dialog"
          aria-label={active.length > 0 ? t('hist.filters_on', { n: active.length }) : t('hist.filters')}
          onClick={open}
        >
          <span className={css.word}>{t('hist.filters')}</span>
        </Button>
      </div>
      {active.length > 0 ? (
        <div className={css.chips}>
          {active.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              className={css.chip}
              aria-label={t('hist.remove', { filter: label })}
              onClick={() => onChange({ [name]: undefined })}
            >
              {label}
              <X size={16} aria-hidden />
            </button>
          ))}
          {active.length > 1 ? (
            <Button variant="text" size="m" onClick={() => onChange(NO_FILTERS)}>
              {t('hist.clear')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {openings === 0 ? null : (
        <LazyBoundary isOpen={isOpen} onClose={() => setOpen(false)}>
          {/* {/* Each time the sheet opens it starts with the active filters. */}
          <FilterSheet
            key={openings}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            filter={filter}
            onChange={onChange}
            currencies={currencies}
          />
        </LazyBoundary>
      )}
    </div>
  )
}

interface SearchWordsProps {
  readonly q: string | undefined
  readonly onSearch: (q: string | undefined) => void
}

/** The search field; the search starts a moment after the last letter. */
function SearchWords({ q = '', onSearch }: SearchWordsProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState(q)
  const [known, setKnown] = useState(q)
  if (q !== known) {
    // The query changed elsewhere: by "back", or by clearing all filters.
    setKnown(q)
    if (q !== typed.trim()) setTyped(q)
  }
  const tell = useRef(onSearch)
  useEffect(() => {
    tell.current = onSearch
  })
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === q) return
    const timer = setTimeout(() => tell.current(wanted === '' ? undefined : wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, q])
  return <SearchInput label={t('hist.search')} value={typed} onValueChange={setTyped} maxLength={WORDS_MAX} />
}

type FilterName = Exclude<keyof typeof NO_FILTERS, 'q'>

/** The active filters except the search words, each with its name. */
function useActiveFilters(filter: HistoryFilter): readonly { readonly name: FilterName; readonly label: string }[] {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { kind, state, direction, currency, min, max } = filter
  const known = KINDS.find((name) => name === kind)
  const labels: readonly (readonly [FilterName, string | undefined])[] = [
    ['kind', known ? t(`stat.type.${known}`) : kind],
    ['state', state && t(`hist.state.${state}`)],
    ['direction', direction && t(`hist.direction.${direction}`)],
    ['currency', currency],
    ['min', min && t('hist.size_min', { amount: groupAmount(min, language) })],
    ['max', max && t('hist.size_max', { amount: groupAmount(max, language) })],
  ]
  return labels.flatMap(([name, label]) => (label === undefined ? [] : [{ name, label }]))
}
