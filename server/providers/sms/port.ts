/** Sends SMS. `phone` is E.164 with its plus. Throws Unavailable when it is not known to be sent. */
export interface SmsProvider {
  send(message: { phone: string; text: string }): Promise<void>
}
