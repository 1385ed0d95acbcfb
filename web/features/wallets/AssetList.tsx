import { useState } from 'react'
import { CURRENCY_CODES, type Currency, isCurrency } from '#money/currency'
import { useConfig } from '#web/lib/config/use-config.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { RadioList, type RadioOption } from '#web/ui/field/RadioList.tsx'
import { SearchInput } from '#web/ui/field/SearchInput.tsx'
import css from './AssetList.module.css'
import type { Account } from './accounts.ts'
import { type FindRate, hasTotalIn, totalIn } from './total.ts'

export interface AssetListProps {
  readonly accounts: readonly Account[]
  readonly findRate: FindRate
  /** The current display currency. */
  readonly chosen: Currency
  /** The feature is off: visible, but disabled. */
  readonly isOff: boolean
  readonly onChoose: (currency: Currency) => void
  readonly onDone: () => void
}

/** The total of all accounts in each display currency, to choose one, the present one first; a currency without a rate cannot be chosen. */
export function AssetList({ accounts, findRate, chosen, isOff, onChoose, onDone }: AssetListProps) {
  const t = useTranslate()
  const [query, setQuery] = useState('')
  // The order stays while the arrows walk it.
  const [first] = useState(chosen)
  const listed = useConfig()?.display_currencies.filter(isCurrency) ?? CURRENCY_CODES
  const offered = [...listed.filter((code) => code === first), ...listed.filter((code) => code !== first)]
  const words = query.trim().toLowerCase()
  const found = offered.filter((code) => `${code} ${t(`currency.${code}`)}`.toLowerCase().includes(words))
  const options = found.map((code): RadioOption<Currency> => {
    const isRated = hasTotalIn(code, accounts, findRate)
    return {
      value: code,
      isDisabled: isOff || !isRated,
      ...(isRated ? ratedFace(t, code, accounts, findRate) : bareFace(t, code)),
    }
  })
  return (
    <div>
      <SearchInput value={query} onValueChange={setQuery} count={found.length} />
      <RadioList label={t('panel.assets.title')} options={options} value={chosen} onValueChange={onChoose} onDone={onDone} />
    </div>
  )
}

function ratedFace(t: Translate, code: Currency, accounts: readonly Account[], findRate: FindRate) {
  const { amount, missing } = totalIn(code, accounts, findRate)
  return {
    icon: <CurrencyDisc currency={code} />,
    title: <Amount of={amount} variant="coded" />,
    subtitle: (
      <>
        {t(`currency.${code}`)}
        {missing.map((without) => (
          <span key={without} className={css.missing}>
            {t('panel.assets.empty', { code: without })}
          </span>
        ))}
      </>
    ),
  }
}

function bareFace(t: Translate, code: Currency) {
  return {
    icon: <CurrencyDisc currency={code} />,
    title: code,
    subtitle: t(`currency.${code}`),
    note: t('panel.assets.no_rate'),
  }
}
