import { useQueryClient } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { openAccount } from '#contract/own-accounts'
import { type Currency, isCurrency } from '#money/currency'
import { openedPath, PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useConfig, useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { findByCurrency } from './accounts.ts'
import css from './OpenAccountReview.module.css'
import { accountsQuery } from './queries.ts'

/**
 * The opening of an account: what it will be and what it costs, then it is done. A currency that is not offered leads back
 * to the accounts; one that is open already, and openings switched off, are said.
 */
export function OpenAccountReview({ code }: { readonly code: string }) {
  const t = useTranslate()
  const isOn = useFeatureFlag('account_create')
  const offered: readonly string[] = useConfig()?.account_currencies ?? currentBrand().accountCurrencies
  const { data: accounts, failure } = useRetryableQuery(accountsQuery)
  if (!(isCurrency(code) && offered.includes(code))) return <Redirect to={PATHS.Wallet} replace />
  if (!isOn) return <Message title={t('wallet.create.off')} tone="warning" />
  if (accounts) return findByCurrency(accounts, code) ? <Exists code={code} /> : <Review code={code} />
  return (
    <Card isBusy={!failure}>
      {failure ? <LoadError message={t('wallets.error')} failure={failure} /> : <Skeleton shape="block" height="172px" />}
    </Card>
  )
}

// No PIN, unlike a payout: nothing leaves the wallet and nothing is charged, so there is nothing for it to confirm.
function Review({ code }: { readonly code: Currency }) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const opening = useOpenAccount()
  function open(): void {
    opening.mutate(code, {
      onSuccess: () => {
        toast(t('wallet.create.done', { code }), 'success')
        navigate(openedPath(code), { replace: true })
      },
    })
  }
  if (opening.error instanceof ApiRefusal && opening.error.code === 'account_exists') return <Exists code={code} />
  return (
    <Card>
      <div className={css.review}>
        <CurrencyDisc currency={code} />
        <p className={css.name}>{t(`currency.${code}`)}</p>
        <p className={css.words}>{t('wallet.create.review', { code, fee: t('wallet.create.free') })}</p>
        <div className={css.end}>
          <FormError message={opening.error ? failureText(t, opening.error) : undefined} />
          <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
          <Button isWide isLoading={opening.isPending} disabled={!isOnline} onClick={open}>
            {t('wallet.create.btn')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Opens an account; the accounts are refetched in any case, as a lost response may have opened one. */
function useOpenAccount() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: (currency: Currency) => callApi(openAccount, { body: { currency_code: currency } }),
    onSettled: () => queryClient.invalidateQueries(accountsQuery),
  })
}

function Exists({ code }: { readonly code: Currency }) {
  const t = useTranslate()
  return <Message title={t('wallet.create.exists', { code })} tone="info" />
}

function Message({ title, tone }: { readonly title: string; readonly tone: 'info' | 'warning' }) {
  const t = useTranslate()
  return (
    <Notice
      tone={tone}
      title={title}
      isAnnounced
      action={
        <ButtonLink variant="secondary" size="m" to={PATHS.Wallet}>
          {t('wallet.to_list')}
        </ButtonLink>
      }
    />
  )
}
