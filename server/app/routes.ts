import { attemptsRoutes } from '#server/attempts/routes'
import { type AuthDeps, admit } from '#server/auth/auth'
import { isAnybodysDevice } from '#server/auth/known-devices'
import { authRoutes } from '#server/auth/routes'
import { type ConfigDeps, configRoutes } from '#server/config/routes'
import type { ExchangeDeps } from '#server/exchange/exchange'
import { exchangeBound, exchangeRoutes } from '#server/exchange/routes'
import { type ReceiptDeps, receiptRoutes } from '#server/history/receipt-routes'
import { type HistoryDeps, historyRoutes } from '#server/history/routes'
import type { Http } from '#server/http/route'
import type { IdentityDeps } from '#server/identity/identity'
import { identityRoutes } from '#server/identity/routes'
import type { LimitsDeps } from '#server/limits/limits'
import { limitsRoutes } from '#server/limits/routes'
import { type LiveDeps, liveRoutes } from '#server/live/routes'
import { type NotificationsDeps, notificationsRoutes } from '#server/notifications/routes'
import { passkeysRoutes } from '#server/passkeys/routes'
import type { PaymentDeps } from '#server/payment/payment'
import { paymentBound, sellerPaymentRoutes } from '#server/payment/routes'
import { type ProfileDeps, profileRoutes } from '#server/profile/routes'
import type { PushDeps } from '#server/push/push'
import { pushRoutes } from '#server/push/routes'
import { recipientsRoutes } from '#server/recipients/routes'
import type { RequestDeps } from '#server/requests/requests'
import { requestRoutes } from '#server/requests/routes'
import { textsRoutes } from '#server/texts/routes'
import { topupRoutes } from '#server/topup/routes'
import type { TopupDeps } from '#server/topup/topup'
import type { TransferDeps } from '#server/transfers/deps'
import { transferBound, transferRoutes } from '#server/transfers/routes'
import { walletsRoutes } from '#server/wallets/routes'
import type { WalletsDeps } from '#server/wallets/wallets'
import type { CardFieldDeps } from '#server/withdrawal/card-field'
import { withdrawalBound, withdrawalRoutes } from '#server/withdrawal/routes'
import type { WithdrawalDeps } from '#server/withdrawal/withdrawal'

/** The dependencies of each feature's routes. */
export interface RouteDeps {
  readonly auth: AuthDeps
  readonly profile: ProfileDeps
  readonly limits: LimitsDeps
  readonly wallets: WalletsDeps
  readonly exchange: ExchangeDeps
  readonly topup: TopupDeps
  readonly withdrawal: WithdrawalDeps & CardFieldDeps
  readonly transfers: TransferDeps
  readonly requests: RequestDeps
  readonly payment: PaymentDeps
  readonly identity: IdentityDeps
  readonly history: HistoryDeps & ReceiptDeps
  readonly config: ConfigDeps
  readonly notifications: NotificationsDeps
  readonly live: LiveDeps
  readonly push: PushDeps
}

/** Adds the routes of every feature. */
export function addRoutes(http: Http, { auth, withdrawal, exchange, ...deps }: RouteDeps): void {
  authRoutes(http, auth)
  passkeysRoutes(http, {
    ...auth,
    relyingParty: withdrawal.relyingParty,
    brandName: auth.brand.name,
    admit: (tx, userId, caller) => admit(tx, auth, userId, caller),
    isAnybodys: (deviceId) => isAnybodysDevice(auth.database, deviceId),
    boundOf: {
      withdrawal: (asked) => withdrawalBound(withdrawal, asked),
      exchange: exchangeBound,
      p2p: transferBound,
      payment: paymentBound,
    },
  })
  profileRoutes(http, deps.profile)
  limitsRoutes(http, deps.limits)
  walletsRoutes(http, deps.wallets)
  attemptsRoutes(http)
  exchangeRoutes(http, exchange)
  topupRoutes(http, deps.topup)
  withdrawalRoutes(http, withdrawal)
  transferRoutes(http, deps.transfers)
  requestRoutes(http, deps.requests)
  recipientsRoutes(http, withdrawal)
  sellerPaymentRoutes(http, deps.payment)
  identityRoutes(http, deps.identity)
  historyRoutes(http, deps.history)
  receiptRoutes(http, deps.history)
  notificationsRoutes(http, deps.notifications)
  textsRoutes(http)
  configRoutes(http, deps.config)
  liveRoutes(http, deps.live)
  pushRoutes(http, deps.push)
}
