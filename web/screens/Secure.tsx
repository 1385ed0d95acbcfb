import { useState } from 'react'
import { AuthForm } from '#web/features/auth/AuthForm.tsx'
import { useSecure } from '#web/features/auth/freeze.ts'
import css from '#web/features/auth/PinForm.module.css'
import { StepFrame } from '#web/features/auth/StepFrame.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

/** "It wasn't me": where the link of a message leads. Nothing happens before its one button is pressed, as programs open links, too. */
export default function Secure() {
  const t = useTranslate()
  // What follows the # never reaches a server by itself.
  const [token] = useState(() => window.location.hash.slice(1))
  const securing = useSecure()
  if (securing.isSuccess) {
    return (
      <StepFrame key="done" title={t('freeze.frozen_title')}>
        <p className={css.text} role="status">
          {t('secure.done')}
        </p>
        <ButtonLink to={PATHS.LogIn} isWide>
          {t('authin.login')}
        </ButtonLink>
      </StepFrame>
    )
  }
  return (
    <StepFrame key="ask" title={t('secure.title')}>
      <AuthForm
        missing={[]}
        submit={t('freeze.submit')}
        isLoading={securing.isPending}
        error={securing.error ? failureText(t, securing.error) : undefined}
        onSubmit={() => securing.mutate(token)}
      >
        <p className={css.text}>{t('secure.text')}</p>
      </AuthForm>
    </StepFrame>
  )
}
