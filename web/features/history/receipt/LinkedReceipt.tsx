import { useQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import { useRef } from 'react'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { isMissing, operationQuery } from './operation-query.ts'
import { ReceiptContent } from './ReceiptSheet.tsx'

export interface LinkedReceiptProps {
  /** The operation in the address; undefined while the sheet closes or when the address names none. */
  readonly operationId: string | undefined
  readonly onClose: () => void
}

/** The receipt of the operation in the address, in a sheet; says so when the user has no such operation. */
export default function LinkedReceipt({ operationId, onClose }: LinkedReceiptProps) {
  const t = useTranslate()
  const last = useRef(operationId)
  if (operationId !== undefined) last.current = operationId
  return (
    <Modal isOpen={operationId !== undefined} onClose={onClose} title={t('receipt.title')} shape="side">
      {last.current === undefined ? null : <Content key={last.current} operationId={last.current} onDone={onClose} />}
    </Modal>
  )
}

function Content({ operationId, onDone }: { readonly operationId: string; readonly onDone: () => void }) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(operationQuery(operationId))
  const { error } = useQuery(operationQuery(operationId))
  const line = data?.lines[0]
  if (line) return <ReceiptContent transaction={line} onDone={onDone} />
  if (data || isMissing(error)) return <EmptyState icon={<SearchX />}>{t('receipt.none')}</EmptyState>
  if (failure) return <LoadError message={t('receipt.error')} failure={failure} />
  return (
    <div aria-busy="true">
      <SkeletonRows count={6} />
    </div>
  )
}
