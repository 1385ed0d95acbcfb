import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './SearchInput.module.css'

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'type'> {
  /** The name of the search; "Search" when left out. */
  readonly label?: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** The number of results, announced during a search. Left out when the list announces it; `unknown` while it is not known. */
  readonly count?: number | 'unknown'
}

/** A search field for the list below it, with the number of results. All other props go to the input. */
export function SearchInput({ label, value, onValueChange, count, ...input }: SearchInputProps) {
  const t = useTranslate()
  const name = label ?? t('common.search')
  const query = value.trim()
  return (
    <div className={css.search}>
      <div className={css.frame}>
        <Search className={css.glass} size={20} aria-hidden />
        <input
          data-search
          {...input}
          className={css.input}
          type="text"
          aria-label={name}
          placeholder={name}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
        {value === '' ? null : (
          <IconButton label={t('a11y.clear_search')} icon={<X size={20} aria-hidden />} onClick={() => onValueChange('')} />
        )}
      </div>
      {count === undefined ? null : (
        <p className={css.count} role="status">
          {query === '' || count === 'unknown'
            ? null
            : count > 0
              ? t('search.count', { count })
              : t('search.empty', { q: query })}
        </p>
      )}
    </div>
  )
}
