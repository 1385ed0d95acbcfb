import type { ReactNode } from 'react'
import type { PaymentFacts } from '#codes/payment-facts'
import type { RequestedAmount } from '#codes/requested-amount'
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
export function factRows(t: Translate, meaning: CodeMeaning): readonly DescriptionRow[] {
  const kind = { label: t('qrpay.kind'), value: t(`qrpay.kind.${meaning.kind}`, { brand: currentBrand().name }) }
  if (meaning.kind === 'address')
    return [kind, { label: t('qrpay.recipient'), value: meaning.address, isFine: true }, ...amountRow(t, meaning.amount)]
  if (meaning.kind === 'wallet') {
    const { currency, amount } = meaning.link
    return [
      kind,
      ...(currency === undefined
        ? []
        : [{ label: t('wallet.create.select'), value: `${currency} · ${t(`currency.${currency}`)}` }]),
      ...amountRow(t, amount && { money: amount }),
    ]
  }
  if (meaning.kind === 'text' || meaning.kind === 'link') return [kind]
  return [kind, ...amountRow(t, meaning.facts.amount), ...claimRows(t, meaning.facts)]
}

function claimRows(t: Translate, facts: PaymentFacts): readonly DescriptionRow[] {
  return FACTS.flatMap(([name, label]) => {
    const value = printable(facts[name] ?? '')
    return value === ''
      ? []
      : [{ label: t(label), value: <bdi>{value}</bdi>, isFine: name === 'reference' || name === 'account' }]
  })
}

function amountRow(t: Translate, amount: RequestedAmount | undefined): readonly DescriptionRow[] {
  return amount ? [{ label: t('amount.label'), value: amountFace(amount) }] : []
}

function amountFace(amount: RequestedAmount): ReactNode {
  return 'money' in amount ? <Amount of={amount.money} isAlwaysShown /> : <bdi>{printable(amount.words)}</bdi>
}
