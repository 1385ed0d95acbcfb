/** Where the payment page is, and the host a person is told they are being taken to. */
export interface PaymentPage {
  readonly url: string
  readonly host: string
}

/**
 * Reads the address of a payment page. Only our own origin (the sandbox) or an https host is gone to; anything else (`javascript:`,
 * plain http elsewhere, no address at all) is none.
 */
export function readPaymentPage(unchecked: string, origin: string): PaymentPage | undefined {
  const url = URL.canParse(unchecked) ? new URL(unchecked) : undefined
  if (!url || (url.protocol !== 'https:' && url.origin !== origin)) return undefined
  return { url: url.href, host: url.host }
}
