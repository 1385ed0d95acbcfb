import { attemptsRoutes } from './attempts/routes.ts'
import { type AuthDeps, admit } from './auth/auth.ts'
import { isAnybodysDevice } from './auth/known-devices.ts'
import { authRoutes } from './auth/routes.ts'
import { type ConfigDeps, configRoutes } from './config/routes.ts'
import type { ExchangeDeps } from './exchange/exchange.ts'
import { exchangeBound, exchangeRoutes } from './exchange/routes.ts'
import { type ReceiptDeps, receiptRoutes } from './history/receipt-routes.ts'
import { type HistoryDeps, historyRoutes } from './history/routes.ts'
import type { Http } from './http/route.ts'
import type { IdentityDeps } from './identity/identity.ts'
import { identityRoutes } from './identity/routes.ts'
import type { LimitsDeps } from './limits/limits.ts'
import { limitsRoutes } from './limits/routes.ts'
import { type LiveDeps, liveRoutes } from './live/routes.ts'
import { type NotificationsDeps, notificationsRoutes } from './notifications/routes.ts'
import type { P2pDeps } from './p2p/deps.ts'
import { p2pRoutes, transferBound } from './p2p/routes.ts'
import { passkeysRoutes } from './passkeys/routes.ts'
import type { PaymentDeps } from './payment/payment.ts'
import { paymentBound, sellerPaymentRoutes } from './payment/routes.ts'
import { type ProfileDeps, profileRoutes } from './profile/routes.ts'
import type { PushDeps } from './push/push.ts'
import { pushRoutes } from './push/routes.ts'
import { recipientsRoutes } from './recipients/routes.ts'
import { textsRoutes } from './texts/routes.ts'
import { topupRoutes } from './topup/routes.ts'
import type { TopupDeps } from './topup/topup.ts'
import { walletsRoutes } from './wallets/routes.ts'
import type { WalletsDeps } from './wallets/wallets.ts'
import type { CardFieldDeps } from './withdrawal/card-field.ts'
import { withdrawalBound, withdrawalRoutes } from './withdrawal/routes.ts'
import type { WithdrawalDeps } from './withdrawal/withdrawal.ts'

/** What the routes of each feature are given. */
export interface RouteDeps {
  readonly auth: AuthDeps
  readonly profile: ProfileDeps
  readonly limits: LimitsDeps
  readonly wallets: WalletsDeps
  readonly exchange: ExchangeDeps
  readonly topup: TopupDeps
  readonly withdrawal: WithdrawalDeps & CardFieldDeps
  readonly p2p: P2pDeps
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
  p2pRoutes(http, deps.p2p)
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
