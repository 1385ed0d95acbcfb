import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Plus from 'lucide-react/icons/plus'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { IDENTIFICATION_PATH, PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import css from './PaymentActions.module.css'

export interface PaymentActionsProps {
  /** The user's flags; undefined while they are not known: then the screen behind the button decides. */
  readonly isTopupAllowed: boolean | undefined
  readonly isWithdrawalAllowed: boolean | undefined
  /** The account to begin with; the current one when left out. */
  readonly currencyCode?: string
}

/**
 * Top up, send, ask for money, exchange, withdraw: those that are switched on. What the user is not allowed yet stays pressable and says why; exchange needs
 * no permission. Without a network they are disabled with that reason.
 */
export function PaymentActions({ isTopupAllowed, isWithdrawalAllowed, currencyCode }: PaymentActionsProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const canTopUp = useFeatureFlag('topup')
  const canSend = useFeatureFlag('p2p')
  const canExchange = useFeatureFlag('exchange')
  const canWithdraw = useFeatureFlag('withdrawal')
  const explain = useNotAllowed()
  const search = currencyCode === undefined ? '' : `?currencyCode=${currencyCode}`
  const actions: readonly (ActionProps | false)[] = [
    canTopUp && {
      to: PATHS.WalletTopUp,
      icon: <Plus aria-hidden />,
      label: t('payment.topup_btn'),
      onRefused: isTopupAllowed === false ? () => void explain('payment.topup.not_avaliable') : undefined,
    },
    canSend && { to: PATHS.SendToPerson, icon: <Send aria-hidden />, label: t('send.action') },
    canSend && { to: PATHS.Ask, icon: <ArrowDownLeft aria-hidden />, label: t('requests.action_short') },
    canExchange && { to: PATHS.Exchange, icon: <ArrowLeftRight aria-hidden />, label: t('payment.exchange_btn') },
    canWithdraw && {
      to: PATHS.WalletWithdrawal,
      icon: <ArrowUpRight aria-hidden />,
      label: t('payment.withdrawal_btn'),
      onRefused: isWithdrawalAllowed === false ? () => void explain('payment.withdrawal.not_avaliable') : undefined,
    },
  ]
  const shown = actions.filter((action) => action !== false)
  if (shown.length === 0) return null
  return (
    <Stack gap="lines">
      <div className={css.actions}>
        {shown.map((action, at) => (
          <Action key={action.to} {...action} to={action.to + search} isPrimary={at === 0} isDisabled={!isOnline} />
        ))}
      </div>
      {isOnline ? null : <ReasonLine>{t('offline.action')}</ReasonLine>}
    </Stack>
  )
}

/** The alert of something the user is not allowed yet, with the way to be allowed. */
function useNotAllowed() {
  const t = useTranslate()
  const alert = useAlert()
  return async (key: 'payment.topup.not_avaliable' | 'payment.withdrawal.not_avaliable') => {
    const answer = await alert({ message: t(key), secondary: t('alert.verify') })
    if (answer === 'secondary') navigate(IDENTIFICATION_PATH)
  }
}

interface ActionProps {
  readonly to: string
  readonly icon: ReactNode
  readonly label: string
  /** Pressing explains why instead of navigating. */
  readonly onRefused?: (() => void) | undefined
}

interface ActionState {
  readonly isPrimary: boolean
  readonly isDisabled: boolean
}

function Action({ to, icon, label, isPrimary, isDisabled, onRefused }: ActionProps & ActionState) {
  const face = (
    <>
      {icon}
      <span>{label}</span>
    </>
  )
  if (isDisabled || onRefused) {
    return (
      <button type="button" className={css.action} data-primary={isPrimary} disabled={isDisabled} onClick={onRefused}>
        {face}
      </button>
    )
  }
  return (
    <Link className={css.action} data-primary={isPrimary} to={to}>
      {face}
    </Link>
  )
}
