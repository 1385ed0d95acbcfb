import * as v from 'valibot'
import { getFromVendor } from '#server/providers/vendor-http'
import type { SmsProvider } from './port.ts'

/** Sends SMS to the sandbox's inbox (/sandbox/sms) instead of to phones. */
export function createSandboxSms(access: { baseUrl: string; apiKey: string; timeoutMs: number }): SmsProvider {
  return {
    send: async ({ phone, text }) => {
      await getFromVendor(
        { provider: 'sms', ...access },
        { path: '/sms/api/messages', body: { to: phone, text }, response: v.object({ id: v.string() }) },
      )
    },
  }
}
