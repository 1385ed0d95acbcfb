import { attempt } from './attempt.ts'
import { acceptConsents, confirmPhone, login, logout, register, sendCode, setPin } from './auth.ts'
import { closeWallet, sendClosingCode } from './closing.ts'
import { config } from './config.ts'
import { confirmEmail, recover, sendEmailCode, sendRecoveryCode } from './email.ts'
import { exchange } from './exchange.ts'
import { freeze, secure, secureByNotice, sendUnfreezeCode, startPasskeyUnfreeze, unfreeze, waitToUnfreeze } from './freeze.ts'
import { searchedTransactions } from './history-search.ts'
import { identificationStatus, upgradeIdentification } from './identity.ts'
import { levelLimits } from './levels.ts'
import { live, liveTicket } from './live.ts'
import { noticeSettings, readNotifications, setNoticeSetting } from './notice-settings.ts'
import { notifications } from './notifications.ts'
import { openAccount, orderAccounts, saveAccount } from './own-accounts.ts'
import {
  blockSender,
  declineTransfer,
  findRecipient,
  incomingTransfers,
  receiveTransfer,
  recentPeople,
  setTransferSettings,
  startPasskeyTransfer,
  takeBackTransfer,
  transfer,
  transferSettings,
  unblockSender,
} from './p2p.ts'
import {
  addPasskey,
  passkeySignIn,
  passkeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyExchange,
  startPasskeySignIn,
  startPasskeyWithdrawal,
} from './passkeys.ts'
import { payment, quotePayment, startPasskeyPayment } from './payment.ts'
import { personData, personDataPdf } from './person-data.ts'
import { changePin, resetPin, sendPinCode } from './pin.ts'
import { authInfo } from './profile.ts'
import { push, subscribePush, unsubscribePush } from './push.ts'
import { rateAlerts, removeRateAlert, setRateAlert } from './rate-alerts.ts'
import { rateHistory } from './rate-history.ts'
import { exchangeRates } from './rates.ts'
import { operation, operationPdf } from './receipt.ts'
import { recipients, removeRecipient, saveRecipient } from './recipients.ts'
import {
  declineRequest,
  listRequests,
  lookAtPayCode,
  makeRequest,
  payCode,
  replacePayCode,
  showRequest,
  withdrawRequest,
} from './requests.ts'
import { accountRequisites } from './requisites.ts'
import { endSessions, renameDevice, sessions } from './sessions.ts'
import { statementFile } from './statement.ts'
import { statistics } from './statistics.ts'
import { textData } from './texts.ts'
import { topup, topupStatus } from './topup.ts'
import { wallet } from './wallets.ts'
import { openCardField, recentRecipients, withdrawal } from './withdrawal.ts'

/** Every call of the API, by name: the API document is generated from this list, and a test checks that each has a route. */
export const CALLS = {
  register,
  sendCode,
  confirmPhone,
  login,
  setPin,
  changePin,
  sendPinCode,
  resetPin,
  freeze,
  sendUnfreezeCode,
  unfreeze,
  waitToUnfreeze,
  startPasskeyUnfreeze,
  secure,
  secureByNotice,
  sendEmailCode,
  confirmEmail,
  sendRecoveryCode,
  recover,
  acceptConsents,
  logout,
  sessions,
  endSessions,
  renameDevice,
  passkeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startPasskeySignIn,
  passkeySignIn,
  startPasskeyWithdrawal,
  startPasskeyExchange,
  startPasskeyTransfer,
  startPasskeyPayment,
  authInfo,
  levelLimits,
  personData,
  personDataPdf,
  sendClosingCode,
  closeWallet,
  config,
  wallet,
  openAccount,
  saveAccount,
  orderAccounts,
  accountRequisites,
  textData,
  exchangeRates,
  rateHistory,
  rateAlerts,
  setRateAlert,
  removeRateAlert,
  exchange,
  transactions: searchedTransactions,
  statementFile,
  operation,
  operationPdf,
  statistics,
  attempt,
  topup,
  topupStatus,
  withdrawal,
  openCardField,
  recentRecipients,
  findRecipient,
  transfer,
  recentPeople,
  incomingTransfers,
  receiveTransfer,
  declineTransfer,
  takeBackTransfer,
  transferSettings,
  setTransferSettings,
  blockSender,
  unblockSender,
  makeRequest,
  listRequests,
  showRequest,
  withdrawRequest,
  declineRequest,
  payCode,
  replacePayCode,
  lookAtPayCode,
  recipients,
  saveRecipient,
  removeRecipient,
  quotePayment,
  payment,
  notifications,
  readNotifications,
  noticeSettings,
  setNoticeSetting,
  liveTicket,
  live,
  push,
  subscribePush,
  unsubscribePush,
  upgradeIdentification,
  identificationStatus,
} as const
