import { operationNumber } from '#contract/operation-number'
import { rateText } from '#money/rate-text'
import { PATHS } from '#web/lib/address/paths.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import type { ExchangeReceipt } from './exchange-receipt.ts'

export interface ReceiptCardProps {
  readonly receipt: ExchangeReceipt
  readonly operation: OperationSlot
}

/** The receipt of an exchange: given, received, rate, time, number, remaining balance, and the way to repeat it. */
export function ReceiptCard({ receipt, operation }: ReceiptCardProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const language = useSession((session) => session.language)
  const { transactionId, give, get, rate, createdAt } = receipt
  const number = operationNumber(transactionId)
  return (
    <Card>
      <Result
        kind="success"
        actions={
          <>
            <ButtonLink isWide to={PATHS.Home}>
              {t('common.done')}
            </ButtonLink>
            {operation(transactionId, 'again')}
            <ButtonLink variant="text" isWide to={PATHS.History}>
              {t('nav.history')}
            </ButtonLink>
          </>
        }
      >
        {operation(transactionId, 'balance')}
        <DescriptionList
          rows={[
            { label: t('ex.given'), value: <Amount of={give} /> },
            { label: t('ex.got'), value: <Amount of={get} /> },
            { label: t('receipt.rate'), value: t('ex.rate', { ...rateText(rate, language) }) },
            { label: t('receipt.date'), value: dateTime(createdAt) },
            {
              label: t('receipt.id'),
              value: number,
              isFine: true,
              end: <CopyButton value={number} what={t('receipt.id')} />,
            },
          ]}
        />
      </Result>
    </Card>
  )
}
