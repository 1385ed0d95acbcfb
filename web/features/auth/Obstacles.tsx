import type * as v from 'valibot'
import type { obstaclesReply } from '#contract/closing'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { InlineAction } from '#web/ui/InlineAction.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import css from './Obstacles.module.css'

type Obstacle = v.InferOutput<typeof obstaclesReply>['obstacles'][number]

interface Way {
  readonly to: string
  readonly label: TextKey
  /** Offered only while this is on. */
  readonly feature?: 'topup' | 'withdrawal' | 'exchange' | 'p2p'
}

/** Where each kind of obstacle is dealt with. A freeze is ended in Settings, a case by support: neither has a link. */
const WAYS: Readonly<Record<string, readonly Way[]>> = {
  balance: [
    { to: PATHS.WalletWithdrawal, label: 'payment.withdrawal_btn', feature: 'withdrawal' },
    { to: PATHS.Exchange, label: 'payment.exchange_btn', feature: 'exchange' },
    { to: PATHS.SendToPerson, label: 'send.action', feature: 'p2p' },
  ],
  debt: [{ to: PATHS.WalletTopUp, label: 'payment.topup_btn', feature: 'topup' }],
  topup: [{ to: PATHS.Home, label: 'finish.home' }],
  withdrawal: [{ to: PATHS.History, label: 'nav.history' }],
  operation: [{ to: PATHS.History, label: 'nav.history' }],
}

/** What is in the way of closing the wallet: the money on each account and everything else, each with the ways to deal with it. */
export function Obstacles({ obstacles }: { readonly obstacles: readonly Obstacle[] }) {
  const t = useTranslate()
  return (
    <Stack gap="fields">
      <Notice tone="warning" title={t('closing.in_the_way')} isAnnounced>
        {t('closing.in_the_way_text')}
      </Notice>
      <ul className={css.obstacles}>
        {obstacles.map((obstacle) => (
          <li key={obstacle.kind + (obstacle.currency_code ?? '')} className={css.obstacle}>
            <ObstacleText obstacle={obstacle} />
            <ObstacleLinks obstacle={obstacle} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** An account with its money, which is hidden where amounts are; else the server's words. */
function ObstacleText({ obstacle: { kind, message, amount, currency_code: code = '' } }: { readonly obstacle: Obstacle }) {
  const t = useTranslate()
  const isHidden = useSession((session) => session.isAmountsHidden)
  // The server's words about an account and a debt name the amount.
  const isAmountTold = kind === 'balance' || kind === 'debt'
  if (amount === undefined || !isCurrency(code)) {
    return <p className={css.words}>{isHidden && isAmountTold ? t('closing.amount_hidden') : message}</p>
  }
  return (
    <>
      <p className={css.money}>
        <span>{t(`currency.${code}`)}</span>
        <Amount of={parseDecimal(amount, code)} />
      </p>
      {kind === 'debt' ? <p className={css.words}>{t('closing.debt_text')}</p> : null}
    </>
  )
}

function ObstacleLinks({ obstacle: { kind, currency_code: code } }: { readonly obstacle: Obstacle }) {
  const t = useTranslate()
  const isOn = {
    topup: useFeatureFlag('topup'),
    withdrawal: useFeatureFlag('withdrawal'),
    exchange: useFeatureFlag('exchange'),
    p2p: useFeatureFlag('p2p'),
  }
  const ways = (WAYS[kind] ?? []).filter(({ feature }) => feature === undefined || isOn[feature])
  if (ways.length === 0) return null
  const search = code === undefined ? '' : `?currencyCode=${code}`
  return (
    <p className={css.ways}>
      {ways.map(({ to, label }) => (
        <InlineAction key={to} to={to + search}>
          {t(label)}
        </InlineAction>
      ))}
    </p>
  )
}
