import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { secureByNotice } from '#contract/freeze'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { notificationsQuery } from './queries.ts'
import css from './SecureByNotice.module.css'

export interface SecureByNoticeProps {
  readonly id: string
  /** Another action, on the same line. */
  readonly children: ReactNode
}

/** "It wasn't me" under a notification of what a thief would do: a second tap, below what it does, freezes the wallet and signs everybody else out. */
export function SecureByNotice({ id, children }: SecureByNoticeProps) {
  const t = useTranslate()
  const [isAsked, setIsAsked] = useState(false)
  const place = useId()
  const securing = useSecureByNotice(id, () => setIsAsked(false))
  return (
    <>
      <span className={css.notMe}>
        <Button variant="dangerText" size="m" aria-expanded={isAsked} aria-controls={place} onClick={() => setIsAsked(!isAsked)}>
          {t('notif.not_me')}
        </Button>
      </span>
      {children}
      <div id={place} className={css.place} hidden={!isAsked}>
        <p className={css.text}>{t('notif.not_me_text')}</p>
        <FormError message={securing.error ? failureText(t, securing.error) : undefined} />
        <Button variant="danger" size="m" isLoading={securing.isPending} onClick={() => securing.mutate(undefined)}>
          {t('freeze.submit')}
        </Button>
      </div>
    </>
  )
}

function useSecureByNotice(id: string, onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: () => callApi(secureByNotice, { body: { notification_id: id } }),
    onSuccess: () => {
      toast(t('answer.frozen'), 'success')
      onDone()
    },
    onSettled: () =>
      Promise.all([profileQuery, notificationsQuery].map((query) => queryClient.invalidateQueries({ queryKey: query.queryKey }))),
  })
}
