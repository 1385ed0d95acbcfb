import type { EmailProvider } from './email/port.ts'
import type { IdentityProvider } from './identity/port.ts'
import type { MerchantProvider } from './merchants/port.ts'
import { Unavailable } from './outage.ts'
import type { PaymentProvider } from './payments/port.ts'
import type { PayoutProvider } from './payouts/port.ts'
import type { PushProvider } from './push/port.ts'
import type { RateProvider } from './rates/port.ts'
import type { SmsProvider } from './sms/port.ts'

/** The name of a provider that is not configured: it has no webhook, and the features that need it are off. */
export const ABSENT = 'none'

const absent = (port: string) => (): Promise<never> => Promise.reject(new Unavailable(port))
const NO_WEBHOOK = { name: ABSENT, signatureHeader: '', verify: () => undefined }

/** Stands in for a provider that is not configured: every call throws Unavailable. */
export const ABSENT_PROVIDERS: {
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly payments: PaymentProvider
  readonly payouts: PayoutProvider
  readonly merchants: MerchantProvider
  readonly push: PushProvider
  readonly rates: RateProvider
  readonly identity: IdentityProvider
} = {
  sms: { send: absent('sms') },
  email: { send: absent('email') },
  payments: { ...NO_WEBHOOK, create: absent('payments'), find: absent('payments') },
  payouts: { ...NO_WEBHOOK, tokenise: absent('payouts'), send: absent('payouts'), find: absent('payouts') },
  merchants: { ...NO_WEBHOOK, quote: absent('merchants'), pay: absent('merchants'), find: absent('merchants') },
  push: { publicKey: undefined, takes: () => false, send: absent('push') },
  rates: { latest: absent('rates') },
  identity: { ...NO_WEBHOOK, begin: absent('identity'), find: absent('identity') },
}
