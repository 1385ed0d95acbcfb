import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useFieldControl } from '#web/ui/field/Field.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './CountrySelect.module.css'
import { COUNTRIES } from './countries.ts'
import { countryName } from './country-names.ts'
import { Flag } from './Flag.tsx'

const CountryPicker = lazyComponent(() => import('./CountryPicker.tsx'))

export interface CountrySelectProps {
  /** ISO 3166-1 alpha-2, or '' for none yet. */
  readonly value: string
  readonly onValueChange: (iso: string) => void
  readonly onBlur?: () => void
}

/** The country of an address: a field that opens the country picker. Stands inside a Field. */
export function CountrySelect({ value, onValueChange, onBlur }: CountrySelectProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = useFieldControl()
  const [picker, setPicker] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <div className={css.frame} data-invalid={isInvalid}>
      <button
        type="button"
        id={id}
        className={css.button}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        aria-label={[t('field.country'), value && countryName(value, language)].filter(Boolean).join(': ')}
        onClick={() => setPicker('open')}
        onBlur={onBlur}
      >
        {value ? <Flag iso={value} /> : null}
        <span className={value ? css.name : css.empty}>{value ? countryName(value, language) : t('err.country')}</span>
        <ChevronDown className={css.chevron} size={20} aria-hidden />
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
    </div>
  )
}
