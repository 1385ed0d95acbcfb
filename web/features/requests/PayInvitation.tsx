import type { ReactNode } from 'react'
import type { Money } from '#money/money'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import css from './PayInvitation.module.css'
import { askedAmount, collectedSum, type PayCodeFacts } from './requests.ts'

export interface PayInvitationProps {
  readonly facts: PayCodeFacts
  /** The amount in the link of a person's own code. */
  readonly linkAmount: Money | undefined
  /** Shown instead of the ways to pay, when the code is the reader's own. */
  readonly own?: ReactNode
  /** The ways to pay, shown while the code can be paid. */
  readonly ways: ReactNode
  /** The requirements for paying, for a reader without a wallet. */
  readonly hint?: string | undefined
}

/** The payee, amount and message behind a code; or the reason why it can no longer be paid. */
export function PayInvitation({ facts, linkAmount, own, ways, hint }: PayInvitationProps) {
  const { kind, person, message, state } = facts
  const t = useTranslate()
  const amount = kind === 'request' ? askedAmount(facts) : linkAmount
  const isOpen = state === 'open'
  return (
    <div className={css.invitation}>
      <ScreenTitle>{t(titleKey(facts), { person })}</ScreenTitle>
      {amount ? (
        <p className={css.amount}>
          <Amount of={amount} isAlwaysShown />
        </p>
      ) : null}
      {message === null ? null : <p className={css.message}>{message}</p>}
      <Collected facts={facts} />
      {isOpen ? null : <Closed facts={facts} />}
      {isOpen && own === undefined ? <div className={css.ways}>{ways}</div> : own}
      {isOpen && hint !== undefined ? <p className={css.fact}>{hint}</p> : null}
    </div>
  )
}

function Collected({ facts }: { readonly facts: PayCodeFacts }) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const sum = facts.is_collect ? collectedSum(facts) : undefined
  return sum && sum.minor > 0n ? <p className={css.fact}>{t('requests.collected_sum', { sum: moneyText(sum) })}</p> : null
}

function Closed({ facts: { kind, person, state } }: { readonly facts: PayCodeFacts }) {
  const t = useTranslate()
  if (kind === 'person') return <Notice tone="warning" title={t('requests.page_refuses', { person })} />
  return (
    <Notice tone={state === 'paid' ? 'info' : 'warning'} title={t(`requests.closed.${state}`)}>
      {t('requests.page_closed_text')}
    </Notice>
  )
}

function titleKey({ kind, is_collect: isCollect }: PayCodeFacts) {
  if (kind === 'person') return 'requests.page_person'
  return isCollect ? 'requests.page_collect' : 'requests.page_request'
}
