import KeyRound from 'lucide-react/icons/key-round'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { FormError } from './FormError.tsx'

export interface PasskeyButtonProps {
  /** What went wrong with the last one. */
  readonly message: string | undefined
  /** The browser is asking for one. */
  readonly isSigning: boolean
  readonly onPress: () => void
}

/** The passkey in place of the PIN, for whoever has one in a browser that can; nothing for others. */
export function PasskeyButton({ message, isSigning, onPress }: PasskeyButtonProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  if (!useOwnsPasskey()) return null
  return (
    <Stack gap="lines">
      <FormError message={message} />
      <Button
        variant="secondary"
        isWide
        icon={<KeyRound aria-hidden />}
        disabled={!isOnline}
        isLoading={isSigning}
        onClick={onPress}
      >
        {t('pin.passkey')}
      </Button>
    </Stack>
  )
}
