import { useEffect, useRef } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import css from './RecipientPart.module.css'
import type { FoundRecipient } from './send-form.ts'
import type { SendForm } from './use-send-form.ts'

export interface RecipientPartProps {
  readonly form: SendForm
  readonly recipient: FoundRecipient
}

/** The recipient who was found, above the amount and always in view, with the way to choose another. */
export function RecipientPart({ form: { errors, flow, isChosenHere, forgetRecipient }, recipient }: RecipientPartProps) {
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  // The number that had the focus is gone; who was found is read out.
  useEffect(() => {
    if (isChosenHere) place.current?.focus({ preventScroll: true })
  }, [isChosenHere])
  const { name, phone, request, hasWallet } = recipient
  return (
    <div ref={place} className={css.found} tabIndex={-1}>
      <Avatar name={/^\p{L}/u.test(name) ? name : undefined} />
      <div className={css.words}>
        <span className={css.label}>{t('send.to')}</span>
        <span className={css.name}>{name}</span>
        {phone === undefined ? null : <span className={css.phone}>{phone}</span>}
        {request?.message === undefined ? null : <span className={css.note}>{request.message}</span>}
        {request && request.state !== 'open' && !flow.isOver ? (
          <span className={css.note} role="status">
            {t(`requests.closed.${request.state}`)}
          </span>
        ) : null}
        {hasWallet ? null : <span className={css.note}>{t('send.no_wallet')}</span>}
      </div>
      <Button variant="text" size="m" onClick={forgetRecipient}>
        {t('common.change')}
      </Button>
      {errors.recipient === undefined ? null : (
        <div className={css.refused}>
          <FormError message={errors.recipient} />
        </div>
      )}
    </div>
  )
}
