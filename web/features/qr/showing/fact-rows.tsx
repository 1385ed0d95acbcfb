import type { ReactNode } from 'react'
import type { PaymentFacts, Surcharge } from '#codes/payment-facts'
import type { RequestedAmount } from '#codes/requested-amount'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import type { TextKey } from '#texts/texts'
import type { CodeMeaning } from '#web/features/qr/meaning/code.ts'
import { printable } from '#web/features/qr/meaning/printable.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import type { Translate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import type { DescriptionRow } from '#web/ui/DescriptionList.tsx'

const FACTS = [
  ['recipient', 'qrpay.recipient'],
  ['place', 'qrpay.place'],
  ['account', 'qrpay.account'],
  ['bank', 'qrpay.bank'],
  ['purpose', 'qrpay.purpose'],
  ['reference', 'qrpay.reference'],
] as const satisfies readonly (readonly [keyof PaymentFacts, TextKey])[]

/** The facts that were read out of a code as rows: what it is, then who, how much, what for. */
export function factRows(t: Translate, meaning: CodeMeaning, language: Language): readonly DescriptionRow[] {
  const kind = { label: t('qrpay.kind'), value: kindText(t, meaning) }
  if (meaning.kind === 'address')
    return [
      kind,
      { label: t('qrpay.recipient'), value: meaning.address, isFine: true },
      ...amountRow(t, meaning.amount, language),
    ]
  if (meaning.kind === 'wallet') {
    const { currency, amount } = meaning.link
    return [
      kind,
      ...(currency === undefined
        ? []
        : [{ label: t('wallet.create.select'), value: `${currency} · ${t(`currency.${currency}`)}` }]),
      ...amountRow(t, amount && { money: amount }, language),
    ]
  }
  if (!('facts' in meaning)) return [kind]
  const { amount, surcharge } = meaning.facts
  return [kind, ...amountRow(t, amount, language), ...surchargeRow(t, surcharge, language), ...claimRows(t, meaning.facts)]
}

function kindText(t: Translate, meaning: CodeMeaning): string {
  if (meaning.kind === 'token' && meaning.network !== undefined) return t('qrpay.kind.network', { network: meaning.network })
  return t(`qrpay.kind.${meaning.kind}`, { brand: currentBrand().name })
}

function claimRows(t: Translate, facts: PaymentFacts): readonly DescriptionRow[] {
  return FACTS.flatMap(([name, label]) => {
    const value = printable(facts[name] ?? '')
    return value === ''
      ? []
      : [{ label: t(label), value: <bdi>{value}</bdi>, isFine: name === 'reference' || name === 'account' }]
  })
}

function amountRow(t: Translate, amount: RequestedAmount | undefined, language: Language): readonly DescriptionRow[] {
  return amount ? [{ label: t('amount.label'), value: amountFace(amount, language) }] : []
}

/** What the seller asks for beside the amount. */
function surchargeRow(t: Translate, surcharge: Surcharge | undefined, language: Language): readonly DescriptionRow[] {
  if (!surcharge) return []
  if (surcharge.kind === 'tip') return [{ label: t('qrpay.tip'), value: t('qrpay.tip_asked') }]
  const value =
    surcharge.kind === 'fee'
      ? amountFace(surcharge.amount, language)
      : t('receipt.percent', { percent: printable(surcharge.percent).replace('.', LANGUAGE_FACTS[language].decimal) })
  return [{ label: t('qrpay.surcharge'), value }]
}

function amountFace(amount: RequestedAmount, language: Language): ReactNode {
  if ('money' in amount) return <Amount of={amount.money} isAlwaysShown />
  const words = amount.words.replace(/^([0-9]+)\.([0-9]{2} [A-Z]{3})$/, `$1${LANGUAGE_FACTS[language].decimal}$2`)
  return <bdi>{printable(words)}</bdi>
}
