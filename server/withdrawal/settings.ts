import type { WithdrawalDeps } from './withdrawal.ts'

interface WithdrawalSettings {
  readonly FIRST_DAY_PERCENT: number
  readonly FIRST_DAY_SECONDS: number
  readonly CARD_NUMBERS: 'accepted' | 'refused'
  readonly PROVIDER_TIMEOUT_MS: number
}

/** What is held back on the first day, how a card's number may come, and how long a provider may take, by the settings. */
export function withdrawalLimitsOf(
  settings: WithdrawalSettings,
): Pick<WithdrawalDeps, 'firstDay' | 'takesCardNumbers' | 'providerTimeoutMs'> {
  return {
    firstDay: { percent: settings.FIRST_DAY_PERCENT, seconds: settings.FIRST_DAY_SECONDS },
    takesCardNumbers: settings.CARD_NUMBERS === 'accepted',
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
  }
}
