import { useState } from 'react'
import { AuthForm } from '#web/features/auth/AuthForm.tsx'
import { useSecure } from '#web/features/auth/freeze.ts'
import css from '#web/features/auth/PinForm.module.css'
import { StepFrame } from '#web/features/auth/StepFrame.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import secure from './Secure.module.css'

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
  // Used, too old, or not copied to its end: pressing once more would be for nothing.
  if (securing.error instanceof ApiRefusal && securing.error.field === 'link_token') return <UselessLink />
  return (
    <StepFrame key="ask" title={t('secure.title')}>
      <AuthForm
        missing={[]}
        submit={t('freeze.submit')}
        isLoading={securing.isPending}
        error={securing.error ? failureText(t, securing.error) : undefined}
        onSubmit={() => securing.mutate(token)}
      >
        <p className={css.text}>{t('secure.event')}</p>
        <h2 className={secure.title}>{t('secure.follows')}</h2>
        <ul className={secure.list}>
          <li>{t('secure.money')}</li>
          <li>{t('secure.access')}</li>
          <li>{t('secure.unfreeze')}</li>
        </ul>
      </AuthForm>
    </StepFrame>
  )
}

function UselessLink() {
  const t = useTranslate()
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  return (
    <StepFrame key="useless" title={t('secure.title')}>
      <FormError message={t('refusal.link_expired')} />
      <ButtonLink to={isSignedIn ? PATHS.Settings : PATHS.LogIn} isWide>
        {t(isSignedIn ? 'nav.settings' : 'authin.login')}
      </ButtonLink>
    </StepFrame>
  )
}
