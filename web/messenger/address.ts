/** What the names of the messenger's launch parameters begin with. */
export const LAUNCH = 'tgWebApp'
/** Who the person is in the messenger, signed by it: nothing here needs it, so nothing keeps it (security.md 1). */
export const PERSON = 'tgWebAppData='

/**
 * Takes the launch parameters that begin so out of the address, its query and its fragment alike: it is shared, logged and remembered.
 * What else is there stays as it was written.
 */
export function dropFromAddress(beginning: string): void {
  const { pathname, search, hash } = window.location
  const without = (parameters: string): string =>
    parameters
      .split('&')
      .filter((parameter) => !parameter.startsWith(beginning))
      .join('&')
  const [query, fragment] = [without(search.slice(1)), without(hash.slice(1))]
  window.history.replaceState(window.history.state, '', pathname + (query && `?${query}`) + (fragment && `#${fragment}`))
}
