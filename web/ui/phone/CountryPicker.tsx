import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchInput } from '#web/ui/field/SearchInput.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import css from './CountryPicker.module.css'
import type { Country } from './countries.ts'
import { type NamedCountry, namedCountries, searchCountries } from './country-names.ts'
import { Flag } from './Flag.tsx'

export interface CountryPickerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly countries: readonly Country[]
  readonly selectedIso: string
  /** Shows the calling codes. */
  readonly isCodeShown?: boolean
  readonly onChoose: (iso: string) => void
}

/** A sheet to find a country in, by name, ISO code or calling code. Loaded when it is first opened. */
export default function CountryPicker({ isOpen, onClose, title, ...list }: CountryPickerProps) {
  function choose(iso: string): void {
    list.onChoose(iso)
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} isTall>
      <CountryList {...list} onChoose={choose} />
    </Modal>
  )
}

type CountryListProps = Omit<CountryPickerProps, 'isOpen' | 'onClose' | 'title'>

/** A search field that keeps the focus while the arrows walk the list below (WAI-ARIA combobox with a listbox always open). */
function CountryList({ countries, selectedIso, isCodeShown = false, onChoose }: CountryListProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const listId = useId()
  const [query, setQuery] = useState('')
  const named = useMemo(() => namedCountries(countries, language), [countries, language])
  const found = useMemo(() => searchCountries(named, query, selectedIso), [named, query, selectedIso])
  // Nothing while a search has not been walked: then the first found is the active one.
  const [walkedIso, setWalkedIso] = useState<string | undefined>(selectedIso)
  const active = walkedIso === undefined ? 0 : found.findIndex(({ iso }) => iso === walkedIso)
  const activeIso = found[active]?.iso ?? ''

  function search(text: string): void {
    setQuery(text)
    setWalkedIso(text === '' ? selectedIso : undefined)
  }
  function keyPressed(event: KeyboardEvent<HTMLInputElement>): void {
    const target = targetOf(event.key, active, found.length)
    if (target !== undefined) {
      event.preventDefault()
      setWalkedIso(found[target]?.iso)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (activeIso) onChoose(activeIso)
    }
  }
  return (
    <div className={css.picker}>
      <SearchInput
        label={t(isCodeShown ? 'country.search' : 'country.title_country')}
        value={query}
        onValueChange={search}
        count={found.length}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeIso ? optionId(listId, activeIso) : undefined}
        aria-autocomplete="list"
        // A phone's keyboard would cover the list before anybody has seen it.
        data-autofocus={window.matchMedia('(pointer: fine)').matches || undefined}
        onKeyDown={keyPressed}
      />
      <CountryOptions {...{ listId, found, activeIso, selectedIso, isCodeShown, onChoose }} />
    </div>
  )
}

interface CountryOptionsProps {
  readonly listId: string
  readonly found: readonly NamedCountry[]
  readonly activeIso: string
  readonly selectedIso: string
  readonly isCodeShown: boolean
  readonly onChoose: (iso: string) => void
}

function CountryOptions({ listId, found, activeIso, selectedIso, isCodeShown, onChoose }: CountryOptionsProps) {
  const t = useTranslate()
  const list = useRef<HTMLDivElement>(null)
  // Read by the effect, so that it runs for a search as well as for the arrows.
  const shownCount = found.length
  useEffect(() => {
    const option = document.getElementById(optionId(listId, activeIso))
    if (shownCount === 0 || !option || !list.current?.contains(option)) return
    option.scrollIntoView({ block: 'nearest' })
  }, [listId, activeIso, shownCount])
  return (
    <div ref={list} className={css.list} role="listbox" id={listId} aria-label={t('a11y.results')} tabIndex={-1}>
      {found.map((country) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field holds the focus and has the keys of the list
        <div
          key={country.iso}
          id={optionId(listId, country.iso)}
          className={classNames(css.option, country.iso === activeIso && css.active)}
          role="option"
          aria-selected={country.iso === selectedIso}
          tabIndex={-1}
          onClick={() => onChoose(country.iso)}
        >
          <Flag iso={country.iso} />
          <span className={css.name}>{country.name}</span>
          {country.iso === selectedIso ? <Check className={css.check} size={20} aria-hidden /> : null}
          {isCodeShown ? <span className={css.code}>+{country.code}</span> : null}
        </div>
      ))}
    </div>
  )
}

function optionId(listId: string, iso: string): string {
  return `${listId}${iso}`
}

/** Where a key of the list leads; nothing for any other key. */
function targetOf(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return Math.min(active + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(active - 1, 0)
  if (key === 'PageDown') return Math.min(active + 8, count - 1)
  if (key === 'PageUp') return Math.max(active - 8, 0)
  return undefined
}
