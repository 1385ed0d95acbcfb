import * as v from 'valibot'
import { getFromVendor, type VendorAccess } from '#server/providers/vendor-http'
import type { SmsProvider } from './port.ts'

/** Sends SMS to the sandbox's inbox (/sandbox/sms) instead of to phones. */
export function createSandboxSms(access: Omit<VendorAccess, 'provider'>): SmsProvider {
  return {
    send: async ({ phone, text, reference }) => {
      const call = { path: '/sms/api/messages', body: { to: phone, text, reference }, response: v.object({ id: v.string() }) }
      await getFromVendor({ provider: 'sms', ...access }, call)
    },
  }
}
