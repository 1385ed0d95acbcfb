import { applyTheme, tintBrowser } from './apply-theme.ts'
import { useSession } from './session.ts'

/** Puts the chosen theme on `<html data-theme>` and keeps it right while the choice or the device changes. Returns how to stop. */
export function followTheme(): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    applyTheme(useSession.getState().theme, dark.matches)
    tintBrowser()
  }
  apply()
  dark.addEventListener('change', apply)
  const stop = useSession.subscribe((session, before) => {
    if (session.theme !== before.theme) apply()
  })
  return () => {
    stop()
    dark.removeEventListener('change', apply)
  }
}
