import { type ComponentProps, type ReactNode, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { CountryButton } from '#web/ui/phone/CountryButton.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import type { Phone } from '#web/ui/phone/phone.ts'
import { usePhoneFault } from '#web/ui/phone/use-phone-fault.ts'
import { AuthForm } from './AuthForm.tsx'
import { ConsentBoxes, consentReason } from './ConsentBoxes.tsx'
import css from './DetailsForm.module.css'
import { type Details, lengthHint, missingDetails, phoneChange, type TextField, type TypedField, textHint } from './details.ts'

export interface DetailsFormProps {
  readonly details: Details
  readonly onDetails: (change: Partial<Details>) => void
  readonly isLoading: boolean
  readonly error: string | undefined
  /** The field that the error is about: it stands there. */
  readonly refused: TypedField | undefined
  readonly onSubmit: () => void
}

/** Step 1 of registration: the person, the address where the brand asks for it, the consents it wants. */
export function DetailsForm({ details, onDetails, isLoading, error, refused, onSubmit }: DetailsFormProps) {
  const t = useTranslate()
  const brand = currentBrand()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const leave = (name: string) => setLeft((before) => new Set(before).add(name))
  const missing = missingDetails(details, brand.register)
  const phoneFault = usePhoneFault(details.phone)
  const refusal = refused && error !== undefined ? { field: refused, text: error } : undefined
  const lineProps = { details, onDetails, left, leave, refusal }
  const changePhone = (phone: Phone) => onDetails(phoneChange(details, phone, brand.register))
  return (
    <AuthForm
      missing={[...missing.fields, ...missing.consents.map(consentReason)]}
      submit={t('common.continue')}
      isLoading={isLoading}
      error={refusal ? undefined : error}
      onSubmit={onSubmit}
    >
      <div className={css.fields}>
        <div className={css.name}>
          <Line {...lineProps} name="firstName" label="field.first_name" autoComplete="given-name" autoCapitalize="words" />
          <Line
            {...lineProps}
            name="lastName"
            label="field.last_name"
            autoComplete="family-name"
            autoCapitalize="words"
            isOptional
          />
        </div>
        <Field label={t('field.phone')} hint={t('hint.phone')} error={phoneFault.fault}>
          <PhoneInput
            value={details.phone}
            onValueChange={changePhone}
            brandPhone={brand.phone}
            onBlur={phoneFault.leave}
            enterKeyHint="next"
          />
        </Field>
        <Line
          {...lineProps}
          name="email"
          label="field.email"
          hint={brand.register.address ? undefined : 'hint.email'}
          autoComplete="email"
          type="email"
          inputMode="email"
        />
        {brand.register.address ? <AddressFields {...lineProps} /> : null}
      </div>
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
  readonly refusal: { readonly field: TypedField; readonly text: string } | undefined
}

/** The address: its country, which the number has told, comes first. */
function AddressFields(props: FieldsProps) {
  const t = useTranslate()
  const { details, onDetails } = props
  return (
    <>
      <div className={css.pair}>
        <Field label={t('field.country')} isMessageReserved={false}>
          <CountryButton value={details.country} onValueChange={(country) => onDetails({ country })} />
        </Field>
        <Line {...props} name="city" label="field.city" autoComplete="address-level2" autoCapitalize="words" />
      </div>
      <div className={css.place}>
        <Line {...props} name="zip" label="field.zip" autoComplete="postal-code" autoCapitalize="characters" />
        <Line
          {...props}
          name="address"
          label="field.address"
          placeholder={t('hint.address')}
          autoComplete="street-address"
          enterKeyHint="done"
        />
      </div>
    </>
  )
}

interface LineProps
  extends FieldsProps,
    Pick<ComponentProps<'input'>, 'autoComplete' | 'autoCapitalize' | 'type' | 'inputMode' | 'enterKeyHint' | 'placeholder'> {
  readonly name: TextField
  readonly label: TextKey
  readonly hint?: TextKey | undefined
  readonly isOptional?: boolean
}

function Line({
  details,
  onDetails,
  left,
  leave,
  refusal,
  name,
  label,
  hint,
  isOptional = false,
  ...input
}: LineProps): ReactNode {
  const t = useTranslate()
  const found = lengthHint(name, details) ?? (left.has(name) ? textHint(name, details) : undefined)
  const error = refusal?.field === name ? refusal.text : found && t(found.key, found.parameters)
  return (
    <Field label={t(label)} isOptional={isOptional} hint={hint && t(hint)} error={error} isMessageReserved={false}>
      <TextInput
        enterKeyHint="next"
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
