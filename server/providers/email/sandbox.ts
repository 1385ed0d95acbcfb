import * as v from 'valibot'
import { getFromVendor, type VendorAccess } from '#server/providers/vendor-http'
import type { EmailProvider } from './port.ts'

/** Sends e-mail to the sandbox's inbox (/sandbox/email) instead of to mailboxes; one that is sent again under its reference arrives once. */
export function createSandboxEmail(access: Omit<VendorAccess, 'provider'>): EmailProvider {
  return {
    send: async ({ to, subject, text, html, reference }) => {
      const call = {
        path: '/email/api/messages',
        body: { to, subject, text, html, reference },
        response: v.object({ id: v.string() }),
      }
      await getFromVendor({ provider: 'email', ...access }, call)
    },
  }
}
