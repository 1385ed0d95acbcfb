import { useState } from 'react'
import { type Currency, isCurrency } from '#money/currency'
import { currentBrand } from '#web/lib/brand.ts'
import { useConfig, useSwitch } from '#web/lib/config.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useIsOnline } from '#web/lib/online.ts'
import { type Texts, useTexts } from '#web/lib/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { OffNotice } from '#web/ui/OffNotice.tsx'
import { ReasonLine } from '#web/ui/ReasonLine.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import type { Account } from './accounts.ts'
import css from './OpenAccountCard.module.css'
import { useOpenAccount } from './open-account.ts'

export interface OpenAccountCardProps {
  readonly accounts: readonly Account[]
  readonly onOpened: (accountId: string) => void
}

/** Opens an account in a currency there is none in yet (ux.md D9); switched off by the operator it says so. */
export function OpenAccountCard({ accounts, onOpened }: OpenAccountCardProps) {
  const t = useTexts()
  const toast = useToast()
  const isOn = useSwitch('account_create')
  const isOnline = useIsOnline()
  const offered = useConfig()?.account_currencies ?? currentBrand().accountCurrencies
  const [chosen, setChosen] = useState<string>()
  const opening = useOpenAccount()
  const open = new Set<string>(accounts.map(({ balance }) => balance.currency))
  const available = offered.filter(isCurrency).filter((code) => !open.has(code))
  const currency = available.find((code) => code === chosen) ?? available[0]
  if (currency === undefined) {
    return (
      <Card title={t('wallet.create.title')}>
        <p className={css.words}>{t('wallet.all_open')}</p>
      </Card>
    )
  }
  function submit(code: Currency): void {
    opening.mutate(code, {
      onSuccess: ({ account }) => {
        toast(t('wallet.create.done', { code }), 'success')
        onOpened(account.id)
      },
    })
  }
  const reason = isOnline ? undefined : t('offline.action')
  return (
    <Card title={t('wallet.create.title')}>
      <div className={css.form}>
        <Field
          label={t('wallet.create.select')}
          hint={isOn ? t('wallet.create.review', { code: currency, fee: t('wallet.create.free') }) : undefined}
        >
          <Select
            value={currency}
            onValueChange={setChosen}
            disabled={!isOn}
            options={available.map((code) => ({ value: code, label: optionLabel(t, code) }))}
          />
        </Field>
        <FormError message={opening.error ? failureText(t, opening.error) : undefined} />
        {isOn ? null : <OffNotice feature="account_create" title={t('wallet.create.off')} />}
        {reason === undefined ? null : <ReasonLine>{reason}</ReasonLine>}
        <div>
          <Button
            variant="secondary"
            isLoading={opening.isPending}
            disabled={!isOn || reason !== undefined}
            onClick={() => submit(currency)}
          >
            {t('wallet.create.btn')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function optionLabel(t: Texts, code: Currency): string {
  return `${code} · ${t(`currency.${code}`)}`
}
