import { passkeyFailureText } from '#web/lib/passkeys/failure-text.ts'
import { hasPasskeys } from '#web/lib/passkeys/passkeys.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { PasskeyButton } from '#web/ui/field/PasskeyButton.tsx'
import { usePasskeySignIn } from './queries.ts'

/** Signs in without number or code; nothing where the browser has no passkeys. */
export function PasskeySignIn() {
  const t = useTranslate()
  const signingIn = usePasskeySignIn()
  if (!hasPasskeys()) return null
  return (
    <PasskeyButton
      label={t('login.passkey')}
      message={signingIn.error ? passkeyFailureText(t, signingIn.error) : undefined}
      isSigning={signingIn.isPending}
      onPress={() => signingIn.mutate(undefined)}
    />
  )
}
