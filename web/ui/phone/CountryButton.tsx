import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './CountryButton.module.css'
import { COUNTRIES } from './countries.ts'
import { countryName } from './country-names.ts'

const CountryPicker = lazyComponent(() => import('./CountryPicker.tsx'))

export interface CountryButtonProps {
  /** ISO 3166-1 alpha-2, or '' for none yet. */
  readonly value: string
  readonly onValueChange: (iso: string) => void
  readonly onBlur?: () => void
}

/** The country of an address, at the beginning of the frame of its postcode: opens the country picker. */
export function CountryButton({ value, onValueChange, onBlur }: CountryButtonProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const [picker, setPicker] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        className={css.country}
        aria-haspopup="dialog"
        aria-label={[t('field.country'), value && `${value}, ${countryName(value, language)}`].filter(Boolean).join(': ')}
        onClick={() => setPicker('open')}
        onBlur={onBlur}
      >
        <span>{value || t('field.country')}</span>
        <ChevronDown size={16} aria-hidden />
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
