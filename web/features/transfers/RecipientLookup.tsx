import { useEffect, useRef } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { phoneCountries, readWrittenPhone } from '#web/ui/phone/phone.ts'
import { usePhoneFault } from '#web/ui/phone/use-phone-fault.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { ContactButton } from './ContactButton.tsx'
import { RecentPeople } from './RecentPeople.tsx'
import type { SendForm } from './use-send-form.ts'

export interface RecipientLookupProps {
  readonly form: SendForm
  /** A recipient was chosen before and given up: the number takes the focus. */
  readonly isAnew: boolean
}

/** The first step of a transfer: a recent person, or a number that its button looks up. */
export function RecipientLookup({ form, isAnew }: RecipientLookupProps) {
  const { phone, lookup, lookupReason, changePhone, findAgain } = form
  const t = useTranslate()
  const brandPhone = currentBrand().phone
  const { fault, leave } = usePhoneFault(phone, { isOptional: true })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAnew) place.current?.querySelector<HTMLElement>('input[type=text], input[type=tel]')?.focus()
  }, [isAnew])
  const failed = lookup.error ? failureText(t, lookup.error) : undefined
  const failedHere = lookup.isByLink ? undefined : failed
  // The recipient of a link, or its failure, is shown before a number is asked for.
  if (lookup.isByLink && lookup.isFetching) return <Skeleton shape="block" height="64px" />
  return (
    <Stack gap="fields">
      {lookup.isByLink && failed !== undefined ? <Notice tone="warning" title={failed} isAnnounced /> : null}
      <RecentPeople label={t('send.recent')} onChoose={findAgain} />
      <div ref={place}>
        <Field label={t('field.phone')} error={failedHere ?? fault} isRefused={failedHere !== undefined}>
          <PhoneInput
            value={phone}
            onValueChange={changePhone}
            brandPhone={brandPhone}
            onBlur={leave}
            disabled={lookup.isFetching}
          />
        </Field>
      </div>
      <ContactButton
        disabled={lookup.isFetching}
        onNumber={(written) => changePhone(readWrittenPhone(written, phone, phoneCountries(brandPhone)))}
      />
      <Stack gap="lines">
        <ReasonLine>{lookupReason}</ReasonLine>
        <Button type="submit" isLoading={lookup.isFetching} disabled={lookupReason !== undefined}>
          {t('common.continue')}
        </Button>
      </Stack>
    </Stack>
  )
}
