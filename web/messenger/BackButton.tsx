import { on, postEvent } from '@tma.js/sdk-react'
import { useEffect, useEffectEvent } from 'react'
import { findBackHandler } from '#web/lib/address/back-handler.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { canGoBack, navigate, navigateBack } from '#web/lib/address/router.tsx'
import { closePage, hasNativeBack } from '#web/lib/page/platform.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { askInPopup } from './popup.ts'

/** Screens with nothing of ours behind them: "back" closes the wallet there. */
const FIRST: readonly string[] = [PATHS.Home, PATHS.AuthIn]

/**
 * The messenger's back button, bound to the router by one handler: it closes the sheet that is open, else does what the arrow of the
 * screen would, else goes back; on Home it closes the wallet. Hidden where there is no way back: the PIN step.
 */
export function BackButton() {
  const askToLeave = useAskToLeave()
  const isShown = useSession((session) => !session.isPinPending)
  const pressed = useEffectEvent(() => {
    const sheet = topSheet()
    const goBack = findBackHandler()
    // Where one has gone, not what is still drawn while the next screen is on its way.
    const { pathname } = window.location
    if (sheet) closeSheet(sheet, askToLeave)
    else if (FIRST.includes(pathname)) closePage()
    else if (goBack) goBack()
    else if (canGoBack()) navigateBack()
    else navigate(PATHS.Home, { replace: true })
  })
  useEffect(() => on('back_button_pressed', () => pressed()), [])
  useEffect(() => {
    if (hasNativeBack()) postEvent('web_app_setup_back_button', { is_visible: isShown })
  }, [isShown])
  return null
}

/** Money is on its way: who still wants to go is asked, and the operation goes on without them. */
function useAskToLeave(): () => void {
  const t = useTranslate()
  return () => {
    const answers = [{ id: 'leave', text: t('common.close'), isDangerous: true }]
    void askInPopup({ title: t('tg.leave_title'), message: t('tg.leave_text'), answers }).then((answer) => {
      if (answer === 'leave') closePage()
    })
  }
}

function topSheet(): HTMLDialogElement | undefined {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
}

/** As the Esc key would: the sheet itself decides whether it may be closed. */
function closeSheet(sheet: HTMLDialogElement, askToLeave: () => void): void {
  const { blocked } = sheet.dataset
  if (blocked === undefined) sheet.dispatchEvent(new Event('cancel', { cancelable: true }))
  else if (blocked === 'money') askToLeave()
}
