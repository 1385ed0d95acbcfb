import { useSearchParams } from 'wouter'
import { CodeForm } from '#web/features/auth/CodeForm.tsx'
import { type CodeStep, useCodeStep } from '#web/features/auth/code-step.ts'
import { useDraft } from '#web/features/auth/draft.ts'
import { PhoneForm } from '#web/features/auth/PhoneForm.tsx'
import { StepFrame } from '#web/features/auth/StepFrame.tsx'
import { PasskeySignIn } from '#web/features/passkeys/PasskeySignIn.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigateBack } from '#web/lib/address/router.tsx'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { startPhone } from '#web/ui/phone/phone.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { Recover } from './Recover.tsx'
import css from './Register.module.css'

/** Sign-in by a number, or, in `?by=email`, by the e-mail of whoever has lost it. */
export default function LogIn() {
  const [search] = useSearchParams()
  return search.get('by') === 'email' ? <Recover /> : <LogInByPhone />
}

/** The number, which registration hands over, then the code. */
function LogInByPhone() {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const knownPhone = useSession((session) => session.phone)
  const draft = useDraft('login')
  const { step, begin } = useCodeStep(draft.sent)
  function sent(next: CodeStep): void {
    draft.noteSent(next.phone, next)
    begin()
  }
  if (step) {
    return (
      <StepFrame key="code" title={t('code.title')} backTo={PATHS.LogIn}>
        <CodeForm step={step} purpose="login" onResent={draft.noteResent} onChangeNumber={navigateBack} />
        <LostNumber />
      </StepFrame>
    )
  }
  return (
    <StepFrame key="phone" title={t('login.title')} backTo={PATHS.AuthIn}>
      <PhoneForm
        phone={draft.typed.phone ?? startPhone(currentBrand().phone, language, knownPhone)}
        onPhone={(phone) => draft.change({ phone })}
        isAwaited={draft.isAwaited}
        onAwaited={begin}
        onSent={sent}
      />
      <PasskeySignIn />
      <p className={css.other}>
        {t('login.no_account')} <TextLink to={PATHS.Register}>{t('login.register')}</TextLink>
      </p>
    </StepFrame>
  )
}

/** The way in for whoever has the number no more. */
function LostNumber() {
  const t = useTranslate()
  if (!useFeatureFlag('email_recovery')) return null
  return (
    <p className={css.other}>
      <ButtonLink variant="text" size="m" to={`${PATHS.LogIn}?by=email`}>
        {t('recover.link')}
      </ButtonLink>
    </p>
  )
}
