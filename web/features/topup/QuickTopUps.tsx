import { useState } from 'react'
import type { Method } from '#brands/brand'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { formatMoney } from '#money/format'
import type { Money } from '#money/money'
import { PATHS } from '#web/lib/address/paths.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { methodsFor } from '#web/lib/config/methods.ts'
import { setTermsAccepted } from '#web/lib/session/session.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { LinkedText, useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './QuickTopUps.module.css'
import { quickAmounts } from './quick-amounts.ts'
import { TopUpFailure } from './TopUpFailure.tsx'
import { useTopUp } from './use-topup.ts'

/**
 * The usual amounts to top up by, each straight to the payment page; choosing one accepts the terms, which are named with them. For whoever
 * may not top up yet they lead to the form, which says why.
 */
export function QuickTopUps({ currency }: { readonly currency: Currency }) {
  const t = useTranslate()
  const { stage, order } = useTopUp()
  const [chosen, setChosen] = useState<string>()
  const isOnline = useIsOnline()
  const isAllowed = useProfile()?.is_topup_allowed !== false
  const language = useSession((session) => session.language)
  const isBusy = stage.kind !== 'form'
  function choose(amount: string, money: Money): void {
    setTermsAccepted(true)
    setChosen(amount)
    order(money, onlyMethod(currency))
  }
  return (
    <Stack gap="lines">
      <div className={css.amounts}>
        {quickAmounts(currency).map((amount) => {
          const money = parseDecimal(amount, currency)
          const words = formatMoney(money, language)
          const look = { variant: 'secondary', size: 'm', 'aria-label': t('topup.pay_amount', { amount: words }) } as const
          const face = words.replace(/[.,]00\b/, '')
          if (!isAllowed) {
            const search = new URLSearchParams({ currencyCode: currency, amount })
            return (
              <ButtonLink key={amount} {...look} to={`${PATHS.WalletTopUp}?${search}`}>
                {face}
              </ButtonLink>
            )
          }
          const isChosen = isBusy && chosen === amount
          return (
            <Button
              key={amount}
              {...look}
              isLoading={isChosen}
              disabled={!isOnline || (isBusy && !isChosen)}
              onClick={() => choose(amount, money)}
            >
              {face}
            </Button>
          )
        })}
      </div>
      <Terms />
      {stage.kind === 'form' && stage.failure !== undefined ? <TopUpFailure failure={stage.failure} /> : null}
      {stage.kind === 'leaving' ? <ReasonLine>{t('topup.redirect', { host: stage.host })}</ReasonLine> : null}
    </Stack>
  )
}

/** The only method besides cash; undefined where there are several, or none. */
function onlyMethod(currency: Currency): Method | undefined {
  const [method, ...others] = methodsFor('topup', currency).filter((one) => one !== 'cash')
  return others.length === 0 ? method : undefined
}

/** What choosing an amount accepts; nothing once the terms are accepted. */
function Terms() {
  const t = useTranslate()
  const isAccepted = useSession((session) => session.isTermsAccepted)
  const document = currentBrand().documents.find(({ id }) => id === 'topup_terms')
  if (isAccepted || !document) return null
  return (
    <p className={css.terms}>
      <LinkedText
        text={t('topup.terms_by_amount')}
        link={(words) => (
          <TextLink href={document.url} isNewTab>
            {words}
          </TextLink>
        )}
      />
    </p>
  )
}
