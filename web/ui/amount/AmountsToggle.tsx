import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

/** Hides and shows all amounts on this device. */
export function AmountsToggle() {
  const t = useTranslate()
  const isHidden = useSession((session) => session.isAmountsHidden)
  return (
    <IconButton
      label={t(isHidden ? 'balance.show' : 'balance.hide')}
      icon={isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      onClick={() => setAmountsHidden(!isHidden)}
    />
  )
}
