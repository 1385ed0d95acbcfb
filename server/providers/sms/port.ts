/**
 * Sends SMS. `phone` is E.164 with its plus. What has a reference, printable ASCII, may be sent again under it when it is not known to be
 * sent, and arrives once as far as the provider can tell. Throws Unavailable when it is not known to be sent, NotAccepted when it never
 * will be.
 */
export interface SmsProvider {
  send(message: { phone: string; text: string; reference?: string }): Promise<void>
}
