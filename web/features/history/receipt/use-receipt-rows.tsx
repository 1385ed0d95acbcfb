import { operationNumber } from '#contract/operation-number'
import type { Rate } from '#money/rate'
import { rateText } from '#money/rate-text'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import { useDescription } from '#web/features/history/list/TransactionRow.tsx'
import type { Transaction } from '#web/features/history/list/transactions.ts'
import { isUntold } from '#web/lib/api/call.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import type { DescriptionRow } from '#web/ui/DescriptionList.tsx'
import { hasFee, type Operation, partyText } from './operation.ts'

/** The facts of a receipt: first those of the line, which keep their places, then those of the operation once it has loaded. */
export function useReceiptRows(line: Transaction, operation: Operation | undefined): readonly DescriptionRow[] {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const description = useDescription(line)
  const { amount, fee, note, operationId, direction } = line
  const accounts = direction === 'own' && operation ? operation.lines : [line]
  const number = operationNumber(operationId)
  return [
    ...(direction === 'own' || description === '' ? [] : [{ label: t('receipt.descr'), value: description }]),
    ...(note === undefined ? [] : [{ label: t('send.message'), value: note }]),
    ...(hasFee(line) ? [{ label: t('receipt.fee'), value: fee.minor > 0n ? <Amount of={fee} /> : t('receipt.free') }] : []),
    {
      label: t('receipt.account'),
      value:
        accounts.length > 1
          ? accounts.map(({ amount: { currency } }) => currency).join(' → ')
          : `${amount.currency} · ${t(`currency.${amount.currency}`)}`,
    },
    ...(isUntold(operationId)
      ? []
      : [{ label: t('receipt.id'), value: number, end: <CopyButton value={number} what={t('receipt.id')} /> }]),
    ...(operation ? toldRows(line, operation, { t, language }) : []),
  ]
}

interface Words {
  readonly t: Translate
  readonly language: Language
}

/** The facts that come with the operation alone. */
function toldRows({ amount, direction, description }: Transaction, told: Operation, words: Words): DescriptionRow[] {
  const { t, language } = words
  const { rate, midRate, marginPercent, otherParty } = told
  const text = (of: Rate): string => t('ex.rate', { ...rateText(of, language) })
  const percent = marginPercent?.replace('.', LANGUAGE_FACTS[language].decimal)
  const party = otherParty && partyText(otherParty)
  const isKnown = party === undefined || description.includes(party)
  const after = direction === 'own' ? told.lines : told.lines.slice(0, 1)
  return [
    ...(isKnown ? [] : [{ label: t(amount.minor < 0n ? 'receipt.recipient' : 'receipt.sender'), value: party }]),
    ...(rate ? [{ label: t('receipt.rate'), value: text(rate) }] : []),
    ...(midRate ? [{ label: t('receipt.mid'), value: text(midRate) }] : []),
    ...(percent === undefined ? [] : [{ label: t('receipt.margin'), value: t('receipt.percent', { percent }) }]),
    ...after.flatMap(({ balanceAfter }) =>
      balanceAfter
        ? [
            {
              label:
                after.length > 1 ? t('receipt.balance_after_in', { code: balanceAfter.currency }) : t('receipt.balance_after'),
              value: <Amount of={balanceAfter} />,
            },
          ]
        : [],
    ),
  ]
}
