import { type ComponentProps, type ReactNode, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { CountrySelect } from '#web/ui/phone/CountrySelect.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { ConsentBoxes, consentReason } from './ConsentBoxes.tsx'
import css from './DetailsForm.module.css'
import { type Details, lengthHint, missingDetails, phoneChange, phoneHint, type TextField, textHint } from './details.ts'

export interface DetailsFormProps {
  readonly details: Details
  readonly onDetails: (change: Partial<Details>) => void
  readonly isLoading: boolean
  readonly error: string | undefined
  readonly onSubmit: () => void
}

/** Step 1 of registration: the person, the address where the brand asks for it, the consents it wants. */
export function DetailsForm({ details, onDetails, isLoading, error, onSubmit }: DetailsFormProps) {
  const t = useTranslate()
  const brand = currentBrand()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const leave = (name: string) => setLeft((before) => new Set(before).add(name))
  const missing = missingDetails(details, brand.register)
  const phoneError = left.has('phone') ? phoneHint(details.phone) : undefined
  const lineProps = { details, onDetails, left, leave }
  return (
    <AuthForm
      missing={[...missing.fields, ...missing.consents.map(consentReason)].map((key) => t(key))}
      submit={t('common.continue')}
      isLoading={isLoading}
      error={error}
      onSubmit={onSubmit}
    >
      <div className={css.pair}>
        <Line {...lineProps} name="firstName" label="field.first_name" hint="hint.name" autoComplete="given-name" />
        <Line {...lineProps} name="lastName" label="field.last_name" hint="hint.name" autoComplete="family-name" />
      </div>
      <Line {...lineProps} name="email" label="field.email" hint="hint.email" autoComplete="email" type="email" />
      <Field label={t('field.phone')} hint={t('hint.phone')} error={phoneError && t(phoneError.key, phoneError.parameters)}>
        <PhoneInput
          value={details.phone}
          onValueChange={(phone) => onDetails(phoneChange(details, phone, brand.register))}
          brandPhone={brand.phone}
          onBlur={() => leave('phone')}
        />
      </Field>
      {brand.register.address ? <AddressFields {...lineProps} /> : null}
      {brand.register.consents.length > 0 ? (
        <div className={css.consents}>
          <ConsentBoxes
            documents={brand.register.consents}
            ticked={details.consents}
            onTicked={(consents) => onDetails({ consents })}
          />
        </div>
      ) : null}
    </AuthForm>
  )
}

interface FieldsProps {
  readonly details: Details
  readonly onDetails: (change: Partial<Details>) => void
  /** Names of the fields that have been left: only those show a hint about what is wrong. */
  readonly left: ReadonlySet<string>
  readonly leave: (name: string) => void
}

function AddressFields(props: FieldsProps) {
  const t = useTranslate()
  const { details, onDetails, left, leave } = props
  const countryError = left.has('country') ? textHint('country', details) : undefined
  return (
    <>
      <Field label={t('field.country')} error={countryError && t(countryError.key)} isMessageReserved={false}>
        <CountrySelect
          value={details.country}
          onValueChange={(country) => onDetails({ country })}
          onBlur={() => leave('country')}
        />
      </Field>
      <div className={css.pair}>
        <Line {...props} name="city" label="field.city" autoComplete="address-level2" />
        <Line {...props} name="zip" label="field.zip" autoComplete="postal-code" autoCapitalize="characters" />
      </div>
      <Line {...props} name="address" label="field.address" hint="hint.address" autoComplete="street-address" />
    </>
  )
}

interface LineProps extends FieldsProps, Pick<ComponentProps<'input'>, 'autoComplete' | 'autoCapitalize' | 'type'> {
  readonly name: TextField
  readonly label: TextKey
  readonly hint?: TextKey
}

function Line({ details, onDetails, left, leave, name, label, hint, ...input }: LineProps): ReactNode {
  const t = useTranslate()
  const error = lengthHint(name, details) ?? (left.has(name) ? textHint(name, details) : undefined)
  return (
    <Field label={t(label)} hint={hint && t(hint)} error={error && t(error.key, error.parameters)} isMessageReserved={false}>
      <TextInput
        {...input}
        name={name}
        spellCheck={false}
        value={details[name]}
        onValueChange={(value) => onDetails({ [name]: value })}
        onBlur={() => leave(name)}
      />
    </Field>
  )
}
