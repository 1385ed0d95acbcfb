import { useState } from 'react'
import { isCurrency } from '#money/currency'
import { PATHS } from '#web/lib/address/paths.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useConfig, useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Select } from '#web/ui/field/Select.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'
import type { Account } from './accounts.ts'
import css from './OpenAccountCard.module.css'

/**
 * Chooses the currency of another account and leads on to opening it. A currency there is an account in says
 * so; switched off by the operator the button is disabled with that reason. Nothing where there is an account in every currency.
 */
export function OpenAccountCard({ accounts }: { readonly accounts: readonly Account[] }) {
  const t = useTranslate()
  const isOn = useFeatureFlag('account_create')
  const isOnline = useIsOnline()
  const offered = (useConfig()?.account_currencies ?? currentBrand().accountCurrencies).filter(isCurrency)
  const [chosen, setChosen] = useState<string>()
  const held = new Set(accounts.map(({ balance }) => balance.currency))
  const available = offered.filter((code) => !held.has(code))
  const currency = available.find((code) => code === chosen) ?? available[0]
  if (currency === undefined) return null
  const reason = isOnline ? undefined : t('offline.action')
  return (
    <Card title={t('wallet.create.title')}>
      <div className={css.form}>
        <Field label={t('wallet.create.select')} isMessageReserved={false}>
          <Select
            value={currency}
            onValueChange={setChosen}
            disabled={!isOn}
            options={offered.map((code) => {
              const isDisabled = held.has(code)
              const words = isDisabled ? t('wallet.create.exists', { code }) : t(`currency.${code}`)
              return { value: code, label: `${code} · ${words}`, isDisabled }
            })}
          />
        </Field>
        {isOn ? null : <FeatureOffNotice feature="account_create" title={t('wallet.create.off')} />}
        {reason === undefined ? null : <ReasonLine>{reason}</ReasonLine>}
        <div>
          {isOn && reason === undefined ? (
            <ButtonLink variant="secondary" to={`${PATHS.WalletSave}?create=${currency}`}>
              {t('wallet.create.btn')}
            </ButtonLink>
          ) : (
            <Button variant="secondary" disabled>
              {t('wallet.create.btn')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
