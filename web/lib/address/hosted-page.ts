/** A provider's page: its URL, and the host to show before going there. */
export interface HostedPage {
  readonly url: string
  readonly host: string
}

/**
 * Parses the URL of a provider's page. Only our own origin (the sandbox) or an https host is accepted; anything else (`javascript:`, plain
 * http elsewhere, credentials before the host, not a URL) gives nothing.
 */
export function readHostedPage(unchecked: string, origin: string): HostedPage | undefined {
  const url = URL.canParse(unchecked) ? new URL(unchecked) : undefined
  if (!url || (url.protocol !== 'https:' && url.origin !== origin)) return undefined
  return url.username === '' && url.password === '' ? { url: url.href, host: url.host } : undefined
}
