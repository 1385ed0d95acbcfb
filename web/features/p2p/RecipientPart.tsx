import { useQuery } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { PATHS } from '#web/lib/address/paths.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { digitsMissing, phoneCountries, readWrittenPhone } from '#web/ui/phone/phone.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { ContactButton } from './ContactButton.tsx'
import { recentPeopleQuery } from './queries.ts'
import css from './RecipientPart.module.css'
import type { SendForm } from './use-send-form.ts'

/** Whom the money goes to: who was sent to lately, or a number that is looked up by its button; then who was found. */
export function RecipientPart({ form }: { readonly form: SendForm }) {
  const { recipient, errors, forgetRecipient } = form
  const t = useTranslate()
  if (!recipient) return <Lookup form={form} />
  return (
    <div className={css.found}>
      <div className={css.words}>
        <span className={css.label}>{t('send.to')}</span>
        <span className={css.name}>{recipient.name}</span>
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
  const isWhole = phone.national !== '' && digitsMissing(phone) === 0
  return (
    <Stack gap="fields">
      <RecentPeople onChoose={findAgain} />
      <Field label={t('field.phone')} error={lookup.error ? failureText(t, lookup.error) : undefined}>
        <PhoneInput value={phone} onValueChange={changePhone} brandPhone={brandPhone} disabled={lookup.isFetching} />
      </Field>
      <ContactButton
        disabled={lookup.isFetching}
        onNumber={(written) => changePhone(readWrittenPhone(written, phone, phoneCountries(brandPhone)))}
      />
      <Button variant="secondary" isWide isLoading={lookup.isFetching} disabled={!(isWhole && isOnline)} onClick={find}>
        {t('send.find')}
      </Button>
    </Stack>
  )
}

function RecentPeople({ onChoose }: { readonly onChoose: (operationId: string) => void }) {
  const t = useTranslate()
  const recent = useQuery(recentPeopleQuery)
  const failure = useQueryFailure(recent)
  if (failure) {
    return (
      <p className={css.failed}>
        {t('send.recent_error')}
        <RetryButton variant="text" isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
      </p>
    )
  }
  if (!recent.data?.length) return null
  return (
    <div className={css.recent}>
      <Chips
        label={t('send.recent')}
        options={recent.data.map(({ id, person, own_name = person, is_favourite }) => ({
          value: id,
          label: own_name,
          icon: is_favourite ? <Star size={16} aria-hidden /> : undefined,
        }))}
        value={undefined}
        onValueChange={onChoose}
      />
      <div className={css.all}>
        <ButtonLink variant="text" size="m" to={`${PATHS.Recipients}?kind=person`}>
          {t('recipients.all')}
        </ButtonLink>
      </div>
    </div>
  )
}
