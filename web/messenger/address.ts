/** What the names of the messenger's launch parameters begin with. */
export const LAUNCH = 'tgWebApp'
/** Who the person is in the messenger, signed by it: nothing here needs it but their language, so nothing keeps it. */
export const PERSON = 'tgWebAppData='
/** What the opened link says. It may be in the query and in the fragment, and of two the kit can read neither; nothing here needs it. */
export const START = 'tgWebAppStartParam='

/**
 * Takes the launch parameters that begin so out of the address, its query and its fragment alike: it is shared, logged and remembered.
 * What else is there stays as it was written.
 */
export function dropFromAddress(beginning: string): void {
  const { pathname, search, hash } = window.location
  const [query, fragment] = [without(beginning, search.slice(1)), without(beginning, hash.slice(1))]
  window.history.replaceState(window.history.state, '', pathname + (query && `?${query}`) + (fragment && `#${fragment}`))
}

/** The messenger puts its parameters behind whatever the fragment was, so that they may begin after a `?` of it. */
function without(beginning: string, parameters: string): string {
  const [first = '', ...others] = parameters.split(/(?=[?&#])/)
  const kept = others.filter((each) => !each.slice(1).startsWith(beginning))
  return first.startsWith(beginning) ? kept.join('').slice(1) : first + kept.join('')
}
