/** Where a provider's page is, and the host a person is told they are being taken to. */
export interface HostedPage {
  readonly url: string
  readonly host: string
}

/**
 * Reads the address of a provider's page. Only our own origin (the sandbox) or an https host is gone to; anything else (`javascript:`,
 * plain http elsewhere, a name and password before the host, no address at all) is none.
 */
export function readHostedPage(unchecked: string, origin: string): HostedPage | undefined {
  const url = URL.canParse(unchecked) ? new URL(unchecked) : undefined
  if (!url || (url.protocol !== 'https:' && url.origin !== origin)) return undefined
  return url.username === '' && url.password === '' ? { url: url.href, host: url.host } : undefined
}
