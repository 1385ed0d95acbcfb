import type { Level } from '#brands/brand'
import { freeLimits } from '#brands/limits'

/**
 * The identification levels stater begins with: `basic` for everybody who signs up, `full` by the identity provider with ten times its
 * limits, `premium` by hand with ten times those.
 */
export const levels: readonly Level[] = [
  {
    code: 'basic',
    askForNext: true,
    isTopupAllowed: true,
    isWithdrawalAllowed: true,
    limits: [
      freeLimits('RUB', { min: '10', max: '600000' }),
      freeLimits('USD', { min: '1', max: '10000' }),
      freeLimits('EUR', { min: '1', max: '10000' }),
      freeLimits('GBP', { min: '1', max: '10000' }),
      freeLimits('IDR', { min: '10000', max: '150000000' }),
      freeLimits('USDC', { min: '1', max: '10000' }),
    ],
  },
  {
    code: 'full',
    askForNext: true,
    isTopupAllowed: true,
    isWithdrawalAllowed: true,
    limits: [
      freeLimits('RUB', { min: '10', max: '6000000' }),
      freeLimits('USD', { min: '1', max: '100000' }),
      freeLimits('EUR', { min: '1', max: '100000' }),
      freeLimits('GBP', { min: '1', max: '100000' }),
      freeLimits('IDR', { min: '10000', max: '1500000000' }),
      freeLimits('USDC', { min: '1', max: '100000' }),
    ],
  },
  {
    code: 'premium',
    askForNext: false,
    isTopupAllowed: true,
    isWithdrawalAllowed: true,
    howto: {},
    limits: [
      freeLimits('RUB', { min: '10', max: '60000000' }),
      freeLimits('USD', { min: '1', max: '1000000' }),
      freeLimits('EUR', { min: '1', max: '1000000' }),
      freeLimits('GBP', { min: '1', max: '1000000' }),
      freeLimits('IDR', { min: '10000', max: '15000000000' }),
      freeLimits('USDC', { min: '1', max: '1000000' }),
    ],
  },
]
