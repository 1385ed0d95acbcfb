import { useQuery } from '@tanstack/react-query'
import { isFromPerson, isNotYetInBalance, isSent, type Transaction } from '#web/features/history/list/transactions.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { BlockSender } from './BlockSender.tsx'
import { currentLine } from './operation.ts'
import { operationQuery } from './operation-query.ts'
import { Receipt } from './Receipt.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { TakeBack } from './TakeBack.tsx'
import { UnpaidTopUp } from './UnpaidTopUp.tsx'

export interface ReceiptSheetProps {
  readonly transaction: Transaction
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A transaction's receipt in a sheet, with its actions. */
export default function ReceiptSheet({ transaction, isOpen, onClose }: ReceiptSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('receipt.title')} shape="side">
      <ReceiptContent transaction={transaction} onDone={onClose} />
    </Modal>
  )
}

interface ReceiptContentProps {
  readonly transaction: Transaction
  /** Called when a waiting transfer has been taken back, or an unpaid top-up cancelled. */
  readonly onDone: () => void
}

/** A receipt and the actions on its operation. */
export function ReceiptContent({ transaction, onDone }: ReceiptContentProps) {
  const { data: operation } = useQuery(operationQuery(transaction.operationId))
  const line = currentLine(operation, transaction)
  return (
    <Stack gap="fields">
      <Receipt transaction={transaction} />
      {isSent(line) && line.state === 'pending' ? <TakeBack operationId={line.operationId} onDone={onDone} /> : null}
      {line.kind === 'topup' && isNotYetInBalance(line) ? <UnpaidTopUp operationId={line.operationId} onDone={onDone} /> : null}
      <ReceiptActions transaction={line} />
      {isFromPerson(line) ? <BlockSender by={{ transaction_id: line.operationId }} /> : null}
    </Stack>
  )
}
