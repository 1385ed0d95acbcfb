import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#money/money'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { operationQuery } from '#web/features/history/receipt/operation-query.ts'
import { closeMovedMoney, type MovedMoney, usePanels } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { MoneyMoved, MovedReceipt } from '#web/ui/state/MoneyMoved.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'

/** The success moment of money that has arrived in the user's account: accepted, or taken back. Over every screen. */
export default function MovedMoneySheet() {
  const t = useTranslate()
  const moved = usePanels((panels) => panels.moved)
  if (!moved) return null
  return (
    <Modal isOpen={moved.isOpen} onClose={closeMovedMoney} title={t(moved.title)}>
      <Arrived key={moved.operationId} moved={moved} />
    </Modal>
  )
}

function Arrived({ moved: { operationId, person } }: { readonly moved: MovedMoney }) {
  const [isReceipt, setReceipt] = useState(false)
  const amount = useQuery(operationQuery(operationId)).data?.lines[0]?.amount
  if (isReceipt) return <MovedReceipt operationId={operationId} operation={operationSlot} onLeave={closeMovedMoney} />
  return (
    <MoneyMoved
      text={
        amount ? (
          <AmountReview of={money(amount.currency, amount.minor < 0n ? -amount.minor : amount.minor)}>
            {person === undefined ? null : <p>{person}</p>}
          </AmountReview>
        ) : (
          <Skeleton width="10rem" height="48px" />
        )
      }
      operationId={operationId}
      operation={operationSlot}
      onDetails={() => setReceipt(true)}
      onLeave={closeMovedMoney}
    />
  )
}
