import { confirmPhone, login, logout, register, sendCode, setPin } from './auth.ts'
import { config } from './config.ts'
import { exchange, exchangeRates } from './exchange.ts'
import { transactions } from './history.ts'
import { identificationStatus, upgradeIdentification } from './identity.ts'
import { notifications } from './notifications.ts'
import { authInfo } from './profile.ts'
import { textData } from './texts.ts'
import { topup, topupStatus } from './topup.ts'
import { openAccount, wallet } from './wallets.ts'
import { withdrawal } from './withdrawal.ts'

/** Every call of the API, by name: the API document is made from this list, and a test holds that each has a route. */
export const CALLS = {
  register,
  sendCode,
  confirmPhone,
  login,
  setPin,
  logout,
  authInfo,
  config,
  wallet,
  openAccount,
  textData,
  exchangeRates,
  exchange,
  transactions,
  topup,
  topupStatus,
  withdrawal,
  notifications,
  upgradeIdentification,
  identificationStatus,
} as const
