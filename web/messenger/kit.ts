import { init, postEvent, qrScanner, retrieveLaunchParams } from '@tma.js/sdk-react'
import { type Haptic, type Host, openHostedPage, type PendingWork } from '#web/lib/page/platform.ts'
import { dropFromAddress, LAUNCH } from './address.ts'
import { followColours } from './colours.ts'
import { followInsets } from './insets.ts'
import { cut, POPUP } from './popup.ts'
import { isAtLeast } from './version.ts'

export { BackButton } from './BackButton.tsx'
export { spokenLanguage } from './spoken-language.ts'

/** Links that lead away from the screens (documents in a new tab, pages of the sandbox): a web view has no tabs to open them in. */
const AWAY = 'a[target="_blank"], a[href^="/sandbox/"]'

/**
 * Starts the kit: ready, expanded, vertical swipes off and the back button shown where they are supported, colours and
 * insets followed. Throws where there is no messenger. What the person is in the messenger is not read: here it is display only.
 */
export function startKit(): Host {
  // No styles from outside: they would stand above ours.
  init({ acceptCustomStyles: false })
  const { tgWebAppVersion: version, tgWebAppThemeParams } = retrieveLaunchParams()
  dropFromAddress(LAUNCH)
  postEvent('web_app_ready')
  postEvent('web_app_expand')
  if (isAtLeast(version, '7.7')) postEvent('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
  if (isAtLeast(version, '6.1')) postEvent('web_app_setup_back_button', { is_visible: true })
  followColours(version, tgWebAppThemeParams)
  followInsets(version)
  openLinksOutside()
  const host = hostOf(version)
  // The messenger may still hold what a page before a reload asked for.
  host.askBeforeClosing(undefined)
  return host
}

function hostOf(version: string): Host {
  return {
    platform: 'telegram',
    hasBackButton: isAtLeast(version, '6.1'),
    haptic(kind) {
      if (isAtLeast(version, '6.1')) postEvent('web_app_trigger_haptic_feedback', HAPTICS[kind])
    },
    askBeforeClosing(atStake: PendingWork | undefined) {
      if (isAtLeast(version, '6.2')) postEvent('web_app_setup_closing_behavior', { need_confirmation: atStake !== undefined })
    },
    openOutside(url) {
      postEvent('web_app_open_link', { url: new URL(url, window.location.href).href })
      return 'stayed'
    },
    scanNatively: isAtLeast(version, '6.4') ? scan : undefined,
    close: () => postEvent('web_app_close'),
  }
}

const HAPTICS = {
  selection: { type: 'selection_change' },
  light: { type: 'impact', impact_style: 'light' },
  success: { type: 'notification', notification_type: 'success' },
  error: { type: 'notification', notification_type: 'error' },
} as const satisfies Record<Haptic, unknown>

/** The messenger's own camera window. It says nothing when the camera is denied: a file must be on offer beside it. */
async function scan(hint: string): Promise<string | undefined> {
  return qrScanner.capture({ text: cut(hint, POPUP.titleMax), capture: () => true })
}

/** Has the messenger open such links outside. */
function openLinksOutside(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest(AWAY) : null
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || event.defaultPrevented) return
    event.preventDefault()
    openHostedPage(link.href)
  })
}
