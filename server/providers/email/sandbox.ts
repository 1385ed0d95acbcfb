import * as v from 'valibot'
import { NotAccepted } from '#server/providers/not-accepted'
import { getFromVendor, type VendorAccess, VendorRefusal } from '#server/providers/vendor-http'
import type { EmailProvider } from './port.ts'

const NO_SUCH_MAILBOX = 422

/** Sends e-mail to the sandbox's inbox (/sandbox/sms) instead of to mailboxes; one that is sent again under its reference arrives once. */
export function createSandboxEmail(access: Omit<VendorAccess, 'provider'>): EmailProvider {
  return {
    send: async ({ to, subject, text, html, reference }) => {
      const call = {
        path: '/email/api/messages',
        body: { to, subject, text, html, reference },
        response: v.object({ id: v.string() }),
      }
      await getFromVendor({ provider: 'email', ...access }, call).catch((error: unknown) => {
        if (error instanceof VendorRefusal && error.status === NO_SUCH_MAILBOX) throw new NotAccepted('email', 'HTTP 422')
        throw error
      })
    },
  }
}
