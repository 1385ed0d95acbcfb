import type { WithdrawalDeps } from './withdrawal.ts'

interface WithdrawalSettings {
  readonly CARD_NUMBERS: 'accepted' | 'refused'
  readonly PROVIDER_TIMEOUT_MS: number
}

/** Whether card numbers are accepted, and how long a provider may take, from the settings. */
export function withdrawalLimitsOf(settings: WithdrawalSettings): Pick<WithdrawalDeps, 'takesCardNumbers' | 'providerTimeoutMs'> {
  return {
    takesCardNumbers: settings.CARD_NUMBERS === 'accepted',
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
  }
}
