import { isColorDark, on, postEvent } from '@tma.js/sdk-react'
import { currentColour, onThemeApplied, setHostScheme } from '#web/lib/page/theme.ts'
import { isAtLeast } from './version.ts'

interface ThemeColours {
  readonly bg_color?: string | undefined
}

/**
 * Follows the messenger's scheme, light or dark, with our own palette: its colours are too faint to read. It is told our
 * colours in turn, for what it draws around the page.
 */
export function followColours(version: string, atLaunch: ThemeColours): void {
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
