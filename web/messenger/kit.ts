import { init, isColorDark, on, postEvent, qrScanner, retrieveLaunchParams } from '@tma.js/sdk-react'
import { type Haptic, type Host, openHostedPage, type PendingWork } from '#web/lib/page/platform.ts'
import { currentColour, onThemeApplied, setHostScheme } from '#web/lib/page/theme.ts'
import { dropFromAddress, LAUNCH } from './address.ts'
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

interface ThemeColours {
  readonly bg_color?: string | undefined
}

/**
 * Follows the messenger's scheme, light or dark, with our own palette: its colours are too faint to read. It is told our
 * colours in turn, for what it draws around the page.
 */
function followColours(version: string, atLaunch: ThemeColours): void {
  takeSchemeOf(atLaunch)
  on('theme_changed', ({ theme_params }) => takeSchemeOf(theme_params))
  // What came with the launch is old after a reload.
  postEvent('web_app_request_theme')
  tellColours(version)
  onThemeApplied(() => tellColours(version))
}

function takeSchemeOf({ bg_color }: ThemeColours): void {
  if (bg_color !== undefined) setHostScheme(isColorDark(bg_color) ? 'dark' : 'light')
}

function tellColours(version: string): void {
  const ground = currentColour('--bg')
  const bar = currentColour('--surface')
  if (ground && isAtLeast(version, '6.1')) postEvent('web_app_set_background_color', { color: ground })
  // Before 6.9 the header takes names of the messenger's own colours only.
  if (ground && isAtLeast(version, '6.9')) postEvent('web_app_set_header_color', { color: ground })
  if (bar && isAtLeast(version, '7.10')) postEvent('web_app_set_bottom_bar_color', { color: bar })
}

const SIDES = ['top', 'bottom', 'left', 'right'] as const
/** More than any screen's notch and header; beyond it, or below nothing, it is no inset. */
const INSET_MAX = 200
/** Web views have been seen to say that they are one pixel high. */
const HEIGHT_MIN = 200

/** Keeps the messenger's safe areas and stable height as the style variables that the tokens are made of. */
function followInsets(version: string): void {
  on('viewport_changed', ({ height, is_state_stable }) => {
    if (is_state_stable && Number.isFinite(height) && height >= HEIGHT_MIN) setPixels('--tg-viewport-stable-height', height)
  })
  on('safe_area_changed', (insets) => setInsets('--tg-safe-area-inset', insets))
  on('content_safe_area_changed', (insets) => setInsets('--tg-content-safe-area-inset', insets))
  postEvent('web_app_request_viewport')
  if (!isAtLeast(version, '8.0')) return
  postEvent('web_app_request_safe_area')
  postEvent('web_app_request_content_safe_area')
}

function setInsets(name: string, insets: Readonly<Record<(typeof SIDES)[number], unknown>>): void {
  for (const side of SIDES) {
    const pixels = insets?.[side]
    if (typeof pixels === 'number' && pixels >= 0 && pixels <= INSET_MAX) setPixels(`${name}-${side}`, pixels)
  }
}

function setPixels(name: string, pixels: number): void {
  document.documentElement.style.setProperty(name, `${pixels}px`)
}
