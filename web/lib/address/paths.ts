/** The path of each screen, by its name in the specification. */
export const PATHS = {
  Home: '/',
  History: '/history',
  Wallet: '/wallet',
  WalletTopUp: '/wallet/topup',
  WalletPaymentsFinish: '/wallet/payments/finish',
  WalletWithdrawal: '/wallet/withdrawal',
  SendToPerson: '/wallet/send',
  Ask: '/wallet/ask',
  Requests: '/wallet/requests',
  WalletSave: '/wallet/save',
  Recipients: '/wallet/recipients',
  WalletId: '/wallet/:id',
  OnDatoResult: '/ondato/result',
  Payment: '/payment',
  Settings: '/settings',
  Exchange: '/exchange',
  ExchangeConfirm: '/exchange/confirm',
  AuthIn: '/auth',
  LogIn: '/auth/login',
  Register: '/auth/register',
  Document: '/documents/:id',
  Secure: '/secure',
  Pay: '/pay/:code',
} as const

export type ScreenName = keyof typeof PATHS

/** The path of an account's own screen. */
export function walletPath(accountId: string): string {
  return `/wallet/${encodeURIComponent(accountId)}`
}

/** The accounts, with the one in a currency marked as just opened. */
export function openedPath(currencyCode: string): string {
  return `${PATHS.Wallet}?opened=${encodeURIComponent(currencyCode)}`
}

/** The element id of the identification card. */
export const IDENTIFICATION_ID = 'identification'

/** Where the user gets to the next identification level. */
export const IDENTIFICATION_PATH = `${PATHS.Settings}#${IDENTIFICATION_ID}`

/** Where the sheet of the levels and limits opens by itself. */
export const LIMITS_PATH = `${PATHS.Settings}#limits`
