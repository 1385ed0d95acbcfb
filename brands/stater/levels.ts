import type { Level } from '#brands/brand'
import { freeLimits } from '#brands/limits'

/** The identification levels stater begins with: `basic` for everybody who signs up, `full` with ten times its limits. */
export const levels: readonly Level[] = [
  {
    code: 'basic',
    name: { ru: 'базовый', en: 'basic' },
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
    name: { ru: 'полный', en: 'full' },
    askForNext: false,
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
]
