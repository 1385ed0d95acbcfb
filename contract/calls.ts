import { accountsBefore, accountsBeforeDocumentation } from './accounts-before.ts'
import { attempt, attemptDocumentation } from './attempt.ts'
import { acceptConsents, authDocumentation, confirmPhone, login, logout, register, sendCode, setPin } from './auth.ts'
import { closeWallet, closingDocumentation, sendClosingCode } from './closing.ts'
import { config, configDocumentation } from './config.ts'
import type { CallDocumentation, FeatureDocumentation, Fields } from './documentation.ts'
import { confirmEmail, emailDocumentation, recover, sendEmailCode, sendRecoveryCode } from './email.ts'
import { exchange, exchangeDocumentation } from './exchange.ts'
import {
  freeze,
  freezeDocumentation,
  secure,
  secureByNotice,
  sendUnfreezeCode,
  startPasskeyUnfreeze,
  unfreeze,
  waitToUnfreeze,
} from './freeze.ts'
import { historySearchDocumentation, searchedTransactions } from './history-search.ts'
import { identificationStatus, identityDocumentation, upgradeIdentification } from './identity.ts'
import { levelLimits, levelsDocumentation } from './levels.ts'
import { live, liveDocumentation, liveTicket } from './live.ts'
import { noticeSettings, noticeSettingsDocumentation, readNotifications, setNoticeSetting } from './notice-settings.ts'
import { notifications, notificationsDocumentation } from './notifications.ts'
import { openAccount, orderAccounts, ownAccountsDocumentation, saveAccount } from './own-accounts.ts'
import {
  addPasskey,
  passkeySignIn,
  passkeys,
  passkeysDocumentation,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyExchange,
  startPasskeySignIn,
  startPasskeyWithdrawal,
} from './passkeys.ts'
import { payment, paymentDocumentation, quotePayment, startPasskeyPayment } from './payment.ts'
import { personData, personDataDocumentation, personDataPdf } from './person-data.ts'
import { changePin, pinDocumentation, resetPin, sendPinCode } from './pin.ts'
import { authInfo, profileDocumentation } from './profile.ts'
import { push, pushDocumentation, subscribePush, unsubscribePush } from './push.ts'
import { rateAlerts, rateAlertsDocumentation, removeRateAlert, setRateAlert } from './rate-alerts.ts'
import { rateHistory, rateHistoryDocumentation } from './rate-history.ts'
import { exchangeRates, ratesDocumentation } from './rates.ts'
import { operation, operationPdf, receiptDocumentation } from './receipt.ts'
import { recipients, recipientsDocumentation, removeRecipient, saveRecipient } from './recipients.ts'
import type { RefusalCode } from './refusals.ts'
import {
  declineRequest,
  listRequests,
  lookAtPayCode,
  makeRequest,
  payCode,
  replacePayCode,
  requestsDocumentation,
  showRequest,
  withdrawRequest,
} from './requests.ts'
import { accountRequisites, requisitesDocumentation } from './requisites.ts'
import { endSessions, renameDevice, sessions, sessionsDocumentation } from './sessions.ts'
import { sharedFields } from './shapes.ts'
import { statementDocumentation, statementFile } from './statement.ts'
import { statistics, statisticsDocumentation } from './statistics.ts'
import { textData, textsDocumentation } from './texts.ts'
import { cancelTopup, topup, topupDocumentation, topupStatus, waitingTopups } from './topup.ts'
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
  transfersDocumentation,
  unblockSender,
} from './transfers.ts'
import { wallet, walletsDocumentation } from './wallets.ts'
import { openCardField, recentRecipients, withdrawal, withdrawalDocumentation } from './withdrawal.ts'

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
  accountsBefore,
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
  waitingTopups,
  cancelTopup,
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

/** The API document's facts about a call: all its own refusals, and the groups of fields in the order in which a name is looked up. */
export interface DocumentedCall extends Required<Omit<CallDocumentation, 'fields'>> {
  readonly refusals: readonly RefusalCode[]
  readonly fields: readonly Fields[]
}

function documented<Name extends string>(feature: FeatureDocumentation<Name>): Record<Name, DocumentedCall> {
  const { tag, calls, fields: ofFile = {}, otherFields = [] } = feature
  const entries = Object.entries<CallDocumentation>(calls).map(([name, { refusals = [], fields = {}, bodies = [], ...call }]) => [
    name,
    { tag, ...call, refusals: refusals.flat(), fields: [fields, ofFile, ...otherFields, sharedFields], bodies },
  ])
  return Object.fromEntries(entries) as Record<Name, DocumentedCall>
}

/** The API document's facts about every call, by the call's name; the page loads none of them. */
export const DOCUMENTATION: Readonly<Record<keyof typeof CALLS, DocumentedCall>> = {
  ...documented(attemptDocumentation),
  ...documented(authDocumentation),
  ...documented(closingDocumentation),
  ...documented(configDocumentation),
  ...documented(emailDocumentation),
  ...documented(exchangeDocumentation),
  ...documented(freezeDocumentation),
  ...documented(historySearchDocumentation),
  ...documented(identityDocumentation),
  ...documented(levelsDocumentation),
  ...documented(liveDocumentation),
  ...documented(noticeSettingsDocumentation),
  ...documented(notificationsDocumentation),
  ...documented(ownAccountsDocumentation),
  ...documented(accountsBeforeDocumentation),
  ...documented(transfersDocumentation),
  ...documented(passkeysDocumentation),
  ...documented(paymentDocumentation),
  ...documented(personDataDocumentation),
  ...documented(pinDocumentation),
  ...documented(profileDocumentation),
  ...documented(pushDocumentation),
  ...documented(rateAlertsDocumentation),
  ...documented(rateHistoryDocumentation),
  ...documented(ratesDocumentation),
  ...documented(receiptDocumentation),
  ...documented(recipientsDocumentation),
  ...documented(requestsDocumentation),
  ...documented(requisitesDocumentation),
  ...documented(sessionsDocumentation),
  ...documented(statementDocumentation),
  ...documented(statisticsDocumentation),
  ...documented(textsDocumentation),
  ...documented(topupDocumentation),
  ...documented(walletsDocumentation),
  ...documented(withdrawalDocumentation),
}
