import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { isWholePhone, phoneCountries, readWrittenPhone } from '#web/ui/phone/phone.ts'
import { usePhoneFault } from '#web/ui/phone/use-phone-fault.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { ContactButton } from './ContactButton.tsx'
import { RecentPeople } from './RecentPeople.tsx'
import css from './RecipientPart.module.css'
import type { SendForm } from './use-send-form.ts'

/** The recipient: a recent person, or a number that its button looks up; then the person found. */
export function RecipientPart({ form }: { readonly form: SendForm }) {
  const { recipient, errors, flow, forgetRecipient } = form
  const t = useTranslate()
  if (!recipient) return <Lookup form={form} />
  return (
    <div className={css.found}>
      <div className={css.words}>
        <span className={css.label}>{t('send.to')}</span>
        <span className={css.name}>{recipient.name}</span>
        {recipient.request?.message === undefined ? null : <span className={css.note}>{recipient.request.message}</span>}
        {recipient.request && recipient.request.state !== 'open' && !flow.isOver ? (
          <span className={css.note} role="status">
            {t(`requests.closed.${recipient.request.state}`)}
          </span>
        ) : null}
        {recipient.hasWallet ? null : <span className={css.note}>{t('send.no_wallet')}</span>}
        {errors.recipient === undefined ? null : (
          <span className={css.error} role="alert">
            {errors.recipient}
          </span>
        )}
      </div>
      <Button variant="text" size="m" onClick={forgetRecipient}>
        {t('send.other')}
      </Button>
    </div>
  )
}

function Lookup({ form: { phone, lookup, changePhone, find, findAgain } }: { readonly form: SendForm }) {
  const t = useTranslate()
  const brandPhone = currentBrand().phone
  const isOnline = useIsOnline()
  const { fault, leave } = usePhoneFault(phone, { isOptional: true })
  const failed = lookup.error ? failureText(t, lookup.error) : undefined
  // The recipient of a link, or its failure, is shown before a number is asked for.
  if (lookup.isByLink && lookup.isFetching) return <Skeleton shape="block" height="64px" />
  return (
    <Stack gap="fields">
      {lookup.isByLink && failed !== undefined ? <Notice tone="warning" title={failed} isAnnounced /> : null}
      <RecentPeople label={t('send.recent')} onChoose={findAgain} />
      <Field label={t('field.phone')} error={(lookup.isByLink ? undefined : failed) ?? fault}>
        <PhoneInput
          value={phone}
          onValueChange={changePhone}
          brandPhone={brandPhone}
          onBlur={leave}
          disabled={lookup.isFetching}
        />
      </Field>
      <ContactButton
        disabled={lookup.isFetching}
        onNumber={(written) => changePhone(readWrittenPhone(written, phone, phoneCountries(brandPhone)))}
      />
      <Button
        variant="secondary"
        isWide
        isLoading={lookup.isFetching}
        disabled={!(isWholePhone(phone) && isOnline)}
        onClick={find}
      >
        {t('send.find')}
      </Button>
    </Stack>
  )
}
