import KeyRound from 'lucide-react/icons/key-round'
import { useIsOnline } from '#web/lib/api/online.ts'
import { passkeyFailureText } from '#web/lib/passkeys/failure-text.ts'
import { hasPasskeys } from '#web/lib/passkeys/passkeys.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { usePasskeySignIn } from './queries.ts'

/** Signs in without number or code; nothing where the browser has no passkeys. */
export function PasskeySignIn() {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const signingIn = usePasskeySignIn()
  if (!hasPasskeys()) return null
  return (
    <Stack gap="lines">
      <FormError message={signingIn.error ? passkeyFailureText(t, signingIn.error) : undefined} />
      <Button
        variant="secondary"
        isWide
        icon={<KeyRound aria-hidden />}
        disabled={!isOnline}
        isLoading={signingIn.isPending}
        onClick={() => signingIn.mutate(undefined)}
      >
        {t('login.passkey')}
      </Button>
    </Stack>
  )
}
