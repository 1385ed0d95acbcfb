import type { FeatureFlag } from '#contract/config'
import { ABSENT_PROVIDERS } from '#server/providers/absent'
import { createSandboxEmail } from '#server/providers/email/sandbox'
import { createSmtpEmail } from '#server/providers/email/smtp'
import { createOndatoIdentity } from '#server/providers/identity/ondato'
import { createSandboxIdentity } from '#server/providers/identity/sandbox'
import { createSandboxMerchants } from '#server/providers/merchants/sandbox'
import { createSandboxPayments } from '#server/providers/payments/sandbox'
import { createSandboxPayouts } from '#server/providers/payouts/sandbox'
import { createWebPush, privateKeyFrom } from '#server/providers/push/web-push'
import { createSandboxRates } from '#server/providers/rates/sandbox'
import { createSandboxSms } from '#server/providers/sms/sandbox'
import type { OnVendorCall } from '#server/providers/vendor-http'
import { deriveKeys } from '#server/security/keys'
import type { Settings } from './env.ts'

/** The provider of each port. */
export type Providers = typeof ABSENT_PROVIDERS

interface Place {
  readonly port: number
  readonly publicUrl: string
  readonly secret: string
  /** The wallet's name on providers' pages. */
  readonly pageTitle: string
  readonly clock: () => Date
  /** The URL at which browsers reach the card field of the sandbox's payout vendor, if it has one. */
  readonly cardFieldUrl?: string | undefined
  /** The address that people write to for help. */
  readonly supportEmail: string
  /** Observes each provider call. */
  readonly onCall?: OnVendorCall
}

/** The secrets shared with the sandbox's vendors. */
export interface SandboxSecrets {
  readonly apiKey: string
  readonly webhookSecret: string
  readonly vaultKey: string
}

/**
 * The provider of each port, by the settings. `sandbox` is set when any port uses the sandbox and SANDBOX_URL names no other place: then the
 * sandbox's vendors have to be mounted with these secrets, and are called over HTTP at our own URL.
 */
export function chooseProviders(settings: Settings, place: Place): { providers: Providers; sandbox: SandboxSecrets | undefined } {
  const chosen = settings.PROVIDERS
  const secrets = sandboxSecretsOf(place.secret)
  const vendors = sandboxVendors(settings, place, secrets)
  const providers = {
    sms: chosen.sms === 'sandbox' ? vendors.sms() : ABSENT_PROVIDERS.sms,
    email: emailOf(settings, place) ?? (chosen.email === 'sandbox' ? vendors.email() : ABSENT_PROVIDERS.email),
    payments: chosen.payments === 'sandbox' ? vendors.payments() : ABSENT_PROVIDERS.payments,
    payouts: chosen.payouts === 'sandbox' ? vendors.payouts() : ABSENT_PROVIDERS.payouts,
    merchants: chosen.merchants === 'sandbox' ? vendors.merchants() : ABSENT_PROVIDERS.merchants,
    push: pushOf(settings, place) ?? ABSENT_PROVIDERS.push,
    rates: chosen.rates === 'sandbox' ? vendors.rates() : ABSENT_PROVIDERS.rates,
    identity: identityOf(settings, place) ?? (chosen.identity === 'sandbox' ? vendors.identity() : ABSENT_PROVIDERS.identity),
  }
  return { providers, sandbox: settings.SANDBOX && settings.SANDBOX_URL === undefined ? secrets : undefined }
}

/** The features without a provider: they are off, whatever the operator sets. */
export function featuresWithoutProvider({ PROVIDERS }: Settings): readonly FeatureFlag[] {
  const needed = {
    topup: PROVIDERS.payments,
    withdrawal: PROVIDERS.payouts,
    exchange: PROVIDERS.rates,
    kyc: PROVIDERS.identity,
    email_recovery: PROVIDERS.email,
    qr_payment: PROVIDERS.merchants,
  } as const
  const features: readonly (keyof typeof needed)[] = ['topup', 'withdrawal', 'exchange', 'kyc', 'email_recovery', 'qr_payment']
  return features.filter((feature) => needed[feature] === 'none')
}

function identityOf({ ONDATO, PROVIDER_TIMEOUT_MS }: Settings, { pageTitle, clock, onCall }: Place) {
  const timeoutMs = PROVIDER_TIMEOUT_MS
  return ONDATO && createOndatoIdentity({ ...ONDATO, pageTitle, timeoutMs, clock, ...(onCall && { onCall }) })
}

function emailOf({ SMTP, PROVIDER_TIMEOUT_MS }: Settings, { onCall }: Place) {
  return SMTP && createSmtpEmail({ ...SMTP, timeoutMs: PROVIDER_TIMEOUT_MS, ...(onCall && { onCall }) })
}

/** The browsers' push services; with the sandbox, also its own service, under a key that is derived from the wallet's secret. */
function pushOf({ PUSH, PROVIDERS, PROVIDER_TIMEOUT_MS: timeoutMs, SANDBOX_URL }: Settings, place: Place) {
  const common = { timeoutMs, ...(place.onCall && { onCall: place.onCall }) }
  if (PUSH) return createWebPush({ ...PUSH, ...common })
  if (PROVIDERS.push !== 'sandbox') return undefined
  return createWebPush({
    ...common,
    privateKey: privateKeyFrom(place.secret),
    subject: `mailto:${place.supportEmail}`,
    sandboxUrl: `${SANDBOX_URL ?? `${place.publicUrl}/sandbox`}/push/to`,
  })
}

/** The secrets that the sandbox and a wallet share, derived from the wallet's secret. */
export function sandboxSecretsOf(secret: string): SandboxSecrets {
  const keys = deriveKeys(secret)
  return {
    apiKey: keys.hash('token', 'sandbox api').toString('base64url'),
    webhookSecret: keys.hash('token', 'sandbox webhooks').toString('base64url'),
    vaultKey: keys.hash('token', 'sandbox vault').toString('base64url'),
  }
}

function sandboxVendors(
  settings: Settings,
  { port, publicUrl, cardFieldUrl, onCall }: Place,
  { apiKey, webhookSecret }: SandboxSecrets,
) {
  const own = `http://${settings.HOST === '0.0.0.0' || settings.HOST === '::' ? '127.0.0.1' : settings.HOST}:${port}`
  const baseUrl = settings.SANDBOX_URL ?? `${own}/sandbox`
  // Vendors elsewhere reach the wallet at its public URL, as people do.
  const origin = settings.SANDBOX_URL === undefined ? own : publicUrl
  const common = { baseUrl, apiKey, timeoutMs: settings.PROVIDER_TIMEOUT_MS, ...(onCall && { onCall }) }
  const webhooks = { webhookSecrets: [webhookSecret] }
  const cardFieldOrigin = cardFieldUrl === undefined ? undefined : new URL(cardFieldUrl).origin
  const pageOrigins = [new URL(settings.SANDBOX_URL ?? publicUrl).origin]
  return {
    sms: () => createSandboxSms(common),
    email: () => createSandboxEmail(common),
    payments: () => createSandboxPayments({ ...common, ...webhooks, webhookUrl: `${origin}/webhooks/payments`, pageOrigins }),
    payouts: () => createSandboxPayouts({ ...common, ...webhooks, webhookUrl: `${origin}/webhooks/payouts`, cardFieldOrigin }),
    merchants: () => createSandboxMerchants({ ...common, ...webhooks, webhookUrl: `${origin}/webhooks/merchants` }),
    rates: () => createSandboxRates(common),
    identity: () => createSandboxIdentity({ ...common, ...webhooks, webhookUrl: `${origin}/webhooks/identity`, pageOrigins }),
  }
}
