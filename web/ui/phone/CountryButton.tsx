import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useFieldControl } from '#web/ui/field/Field.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './CountryButton.module.css'
import { COUNTRIES } from './countries.ts'
import { countryName } from './country-names.ts'

const CountryPicker = lazyComponent(() => import('./CountryPicker.tsx'))

export interface CountryButtonProps {
  /** ISO 3166-1 alpha-2, or '' for none yet. */
  readonly value: string
  readonly onValueChange: (iso: string) => void
}

/** The country of an address, drawn as a field: opens the country picker. Stands inside a Field. */
export function CountryButton({ value, onValueChange }: CountryButtonProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const control = useFieldControl()
  const [picker, setPicker] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        {...control}
        type="button"
        className={css.country}
        aria-haspopup="dialog"
        aria-label={[t('field.country'), value && `${value}, ${countryName(value, language)}`].filter(Boolean).join(': ')}
        onClick={() => setPicker('open')}
      >
        <span className={css.name}>{value && countryName(value, language)}</span>
        <ChevronDown size={20} aria-hidden />
      </button>
      {picker === 'unused' ? null : (
        <LazyBoundary isOpen={picker === 'open'} onClose={() => setPicker('closed')}>
          <CountryPicker
            isOpen={picker === 'open'}
            onClose={() => setPicker('closed')}
            title={t('country.title_country')}
            countries={COUNTRIES}
            selectedIso={value}
            onChoose={onValueChange}
          />
        </LazyBoundary>
      )}
    </>
  )
}
