import { CodeForm } from '#web/features/auth/CodeForm.tsx'
import { DetailsForm } from '#web/features/auth/DetailsForm.tsx'
import { PinForm } from '#web/features/auth/PinForm.tsx'
import { useRegistration } from '#web/features/auth/registration.ts'
import { StepFrame } from '#web/features/auth/StepFrame.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigateBack } from '#web/lib/address/router.tsx'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './Register.module.css'

/** Sign-up in three steps: details, code, PIN. The PIN step has no way back: the number is confirmed. */
export default function Register() {
  const t = useTranslate()
  const isPinPending = useSession((session) => session.isPinPending)
  const { details, change, submit, isSending, failure, refused, step, resent } = useRegistration()
  if (isPinPending) {
    return (
      <StepFrame key="pin" progress={3} title={t('pin.setup.title')}>
        <PinForm />
      </StepFrame>
    )
  }
  if (step) {
    return (
      <StepFrame key="code" progress={2} title={t('code.title')} backTo={PATHS.Register}>
        <CodeForm step={step} purpose="register" onResent={resent} onChangeNumber={navigateBack} />
      </StepFrame>
    )
  }
  return (
    <StepFrame key="details" progress={1} title={t('reg.step.1')} backTo={PATHS.AuthIn}>
      <DetailsForm
        details={details}
        onDetails={change}
        isLoading={isSending}
        error={failure ? failureText(t, failure) : undefined}
        refused={refused}
        onSubmit={submit}
      />
      <p className={css.other}>
        {t('authin.already_have')} <TextLink to={PATHS.LogIn}>{t('authin.login')}</TextLink>
      </p>
    </StepFrame>
  )
}
