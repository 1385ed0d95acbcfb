import { retrieveRawLaunchParams } from '@tma.js/sdk-react'

const SAVED = 'tapps/launchParams'
/** Who the person is in the messenger, signed by it: nothing here needs it, so nothing keeps it (security.md 1). */
const PERSON = 'tgWebAppData'

/** Takes the person out of the launch parameters that the kit keeps with the tab for reloads. */
export function forgetPerson(): void {
  const kept = new URLSearchParams(retrieveRawLaunchParams())
  kept.delete(PERSON)
  try {
    window.sessionStorage.setItem(SAVED, JSON.stringify(kept.toString()))
  } catch {
    // Without storage nothing is kept.
  }
}

/** Takes the launch parameters out of the address: it is shared, logged and remembered. */
export function tidyAddress(): void {
  const { pathname, search, hash } = window.location
  const [query, fragment] = [withoutLaunch(search.slice(1)), withoutLaunch(hash.slice(1))]
  window.history.replaceState(window.history.state, '', pathname + (query && `?${query}`) + (fragment && `#${fragment}`))
}

function withoutLaunch(parameters: string): string {
  return parameters
    .split('&')
    .filter((parameter) => !parameter.startsWith('tgWebApp'))
    .join('&')
}
