import * as v from 'valibot'
import { NotAccepted } from '#server/providers/not-accepted'
import { getFromVendor, type VendorAccess, VendorRefusal } from '#server/providers/vendor-http'
import type { SmsProvider } from './port.ts'

const NO_SUCH_NUMBER = 422

/** Sends SMS to the sandbox's inbox (/sandbox/sms) instead of to phones. */
export function createSandboxSms(access: Omit<VendorAccess, 'provider'>): SmsProvider {
  return {
    send: async ({ phone, text, reference }) => {
      const call = { path: '/sms/api/messages', body: { to: phone, text, reference }, response: v.object({ id: v.string() }) }
      try {
        await getFromVendor({ provider: 'sms', ...access }, call)
      } catch (error) {
        if (error instanceof VendorRefusal && error.status === NO_SUCH_NUMBER) throw new NotAccepted('sms', 'HTTP 422')
        throw error
      }
    },
  }
}
