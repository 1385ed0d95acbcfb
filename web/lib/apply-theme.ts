import type { Theme } from './stored-session.ts'

/** Puts a theme on `<html data-theme>` and gives the browser's own parts its background. */
export function applyTheme(theme: Theme, isDeviceDark: boolean): void {
  const shown = theme === 'system' ? (isDeviceDark ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = shown
  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  if (background) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
}
