/** Where each screen is, by its name in the specification (point 2). */
export const PATHS = {
  Home: '/',
  History: '/history',
  Wallet: '/wallet',
  WalletTopUp: '/wallet/topup',
  WalletPaymentsFinish: '/wallet/payments/finish',
  WalletWithdrawal: '/wallet/withdrawal',
  WalletSave: '/wallet/save',
  WalletId: '/wallet/:id',
  Payment: '/payment',
  Settings: '/settings',
  Exchange: '/exchange',
  ExchangeConfirm: '/exchange/confirm',
  AuthIn: '/auth',
  LogIn: '/auth/login',
  Register: '/auth/register',
  Document: '/documents/:id',
} as const

export type ScreenName = keyof typeof PATHS

/** The address of an account's own screen. */
export function walletPath(accountId: string): string {
  return `/wallet/${encodeURIComponent(accountId)}`
}
