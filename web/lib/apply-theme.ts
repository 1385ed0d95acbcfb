import type { Theme } from './stored-session.ts'

/** Puts a theme on `<html data-theme>`. */
export function applyTheme(theme: Theme, isDeviceDark: boolean): void {
  document.documentElement.dataset.theme = theme === 'system' ? (isDeviceDark ? 'dark' : 'light') : theme
}

/** Gives the browser's own parts the background of the theme; asks for the styles, which takes a moment. */
export function tintBrowser(): void {
  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  if (background) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
}
