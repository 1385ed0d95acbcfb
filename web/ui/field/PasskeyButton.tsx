import KeyRound from 'lucide-react/icons/key-round'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { FormError } from './FormError.tsx'

export interface PasskeyButtonProps {
  readonly label: string
  /** The error of the last passkey. */
  readonly message: string | undefined
  /** The browser is asking for a passkey. */
  readonly isSigning: boolean
  readonly onPress: () => void
}

/** Asks the browser for a passkey. */
export function PasskeyButton({ label, message, isSigning, onPress }: PasskeyButtonProps) {
  const isOnline = useIsOnline()
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
        {label}
      </Button>
    </Stack>
  )
}
