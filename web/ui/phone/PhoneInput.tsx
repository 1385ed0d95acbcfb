import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Brand } from '#brands/brand'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { useFieldControl } from '#web/ui/field/Field.tsx'
import { PatternInput } from '#web/ui/field/PatternInput.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { findCountry } from './countries.ts'
import { countryName } from './country-names.ts'
import { Flag } from './Flag.tsx'
import css from './PhoneInput.module.css'
import { maskFor, moveToCountry, type Phone, phoneCountries, readPhoneInput, readWrittenPhone } from './phone.ts'
import { loadPhoneLibrary } from './phone-library.ts'

const CountryPicker = lazyComponent(() => import('./CountryPicker.tsx'))

export interface PhoneInputProps {
  readonly value: Phone
  readonly onValueChange: (phone: Phone) => void
  /** Which countries can be chosen. */
  readonly brandPhone: Brand['phone']
  readonly onBlur?: () => void
  readonly disabled?: boolean
  readonly enterKeyHint?: 'next' | undefined
}

/** A phone number: the country on a button, the national digits in its mask. Stands inside a Field. */
export function PhoneInput({ value, onValueChange, brandPhone, onBlur, disabled = false, enterKeyHint }: PhoneInputProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const control = useFieldControl()
  const [picker, setPicker] = useState<'unused' | 'open' | 'closed'>('unused')
  const countries = useMemo(() => phoneCountries(brandPhone), [brandPhone])
  const country = findCountry(value.iso)
  const mask = maskFor(value)
  const readAgain = useEffectEvent(() => {
    if (value.unread !== undefined) onValueChange(readWrittenPhone(value.unread, value, countries))
  })
  useEffect(() => {
    // Without it what is typed still fits the masks, and the server decides.
    loadPhoneLibrary().then(readAgain, () => undefined)
  }, [])

  return (
    <div className={css.phone}>
      <div className={css.frame}>
        <button
          type="button"
          className={css.country}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-label={`+${country?.code ?? ''}, ${countryName(value.iso, language)}. ${t('country.title_code')}`}
          onClick={() => setPicker('open')}
        >
          <Flag iso={value.iso} />
          <span className={css.code}>+{country?.code}</span>
          <ChevronDown size={16} aria-hidden />
        </button>
        <PatternInput
          {...control}
          className={css.input}
          autoComplete="tel-national"
          inputMode="tel"
          placeholder={mask.replaceAll('#', '0')}
          disabled={disabled}
          pattern={mask}
          digits={value.national}
          unread={value.unread}
          onText={(text) => onValueChange(readPhoneInput(text, value, countries))}
          onBlur={onBlur}
          enterKeyHint={enterKeyHint}
        />
      </div>
      <PhoneFormats value={value} onValueChange={onValueChange} />
      {picker === 'unused' ? null : (
        <LazyBoundary isOpen={picker === 'open'} onClose={() => setPicker('closed')}>
          <CountryPicker
            isOpen={picker === 'open'}
            onClose={() => setPicker('closed')}
            title={t('country.title_code')}
            countries={countries}
            selectedIso={value.iso}
            isCodeShown
            onChoose={(iso) => onValueChange(moveToCountry(value, iso, countries))}
          />
        </LazyBoundary>
      )}
    </div>
  )
}

/** The formats of a country whose numbers have several; nothing for the others. */
function PhoneFormats({ value, onValueChange }: Pick<PhoneInputProps, 'value' | 'onValueChange'>) {
  const t = useTranslate()
  const masks = findCountry(value.iso)?.masks ?? []
  if (masks.length < 2) return null
  return (
    <Chips
      label={t('country.format')}
      isLabelHidden
      options={masks.map((candidate) => ({ value: candidate, label: candidate.replaceAll('#', '0') }))}
      value={maskFor(value)}
      onValueChange={(chosen) => onValueChange({ ...value, mask: chosen })}
    />
  )
}
