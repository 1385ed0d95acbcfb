/**
 * The URL of a provider's page, normalized; throws (Error) when its origin is not on the list or it contains
 * credentials.
 */
export function allowedPage(provider: string, unchecked: string, origins: readonly string[]): string {
  const page = URL.canParse(unchecked) ? new URL(unchecked) : undefined
  const isAllowed = page !== undefined && origins.includes(page.origin) && page.username === '' && page.password === ''
  if (!isAllowed) throw new Error(`The ${provider} provider named a page at an origin that is not on the list`)
  // The normalized URL, so that browsers see exactly what was checked.
  return page.href
}
