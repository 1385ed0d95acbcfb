import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import Headset from 'lucide-react/icons/headset'
import LinkIcon from 'lucide-react/icons/link'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { hasFailed, type Transaction } from '#web/features/history/list/transactions.ts'
import { operationPath } from '#web/lib/address/operation-path.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { SupportContacts } from '#web/ui/SupportContacts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { operationQuery } from './operation-query.ts'
import css from './ReceiptActions.module.css'
import { repeatPath } from './repeat-path.ts'
import { type ReceiptFileKind, useReceiptFile } from './use-receipt-file.ts'

/**
 * The actions of a receipt: share it, repeat the operation, save it as a picture or a PDF, copy its link, contact the support. After a
 * failure, to try again and the support come first.
 */
export function ReceiptActions({ transaction }: { readonly transaction: Transaction }) {
  const t = useTranslate()
  const [isProblem, setProblem] = useState(false)
  const isHidden = useSession((session) => session.isAmountsHidden)
  const { data: operation } = useQuery(operationQuery(transaction.operationId))
  const { canShare, busy, make } = useReceiptFile(transaction, operation)
  const copyLink = useCopyLink(transaction.operationId)
  const [given, got] = operation?.lines ?? []
  const path = given && got ? repeatPath(given, got.amount.currency) : repeatPath(transaction)
  const lastStep = operation?.timeline.at(-1)?.step
  // Only the loaded operation knows whether a failed one was cancelled, or paid after all: until then it is not repeated.
  const isEndKnown = operation !== undefined || !hasFailed(transaction)
  const isFailed = isEndKnown && hasFailed(transaction) && lastStep !== 'cancelled'
  // A top-up of another amount is looked into, not tried again.
  const again = isEndKnown && lastStep !== 'differs' ? path : undefined
  const files: readonly (readonly [kind: ReceiptFileKind, icon: typeof Share2])[] = [
    ['save', Download],
    ['pdf', FileText],
  ]
  const support = (
    <>
      <Button
        variant={isFailed ? 'secondary' : 'text'}
        size={isFailed ? 'l' : 'm'}
        isWide={isFailed}
        icon={<Headset aria-hidden />}
        aria-expanded={isProblem}
        onClick={() => setProblem(!isProblem)}
      >
        {t(isFailed ? 'off.support' : 'receipt.problem')}
      </Button>
      {isProblem ? <SupportContacts text={t('receipt.problem_text')} operationId={transaction.operationId} /> : null}
    </>
  )
  return (
    <div className={css.actions}>
      {again !== undefined && isFailed ? (
        <ButtonLink isWide icon={<RotateCw aria-hidden />} to={again}>
          {t('pay.retry')}
        </ButtonLink>
      ) : null}
      {isFailed ? support : null}
      <div className={css.pair}>
        {canShare ? (
          <Button
            variant="secondary"
            size="m"
            isWide
            icon={<Share2 aria-hidden />}
            isLoading={busy === 'share'}
            onClick={() => void make('share')}
          >
            {t('receipt.share')}
          </Button>
        ) : null}
        {again === undefined || isFailed ? null : (
          <ButtonLink variant="secondary" size="m" isWide icon={<RotateCw aria-hidden />} to={again}>
            {t('receipt.repeat')}
          </ButtonLink>
        )}
      </div>
      <div className={css.files}>
        {files.map(([kind, Icon]) => (
          <Button
            key={kind}
            variant="secondary"
            size="m"
            isWide
            icon={<Icon aria-hidden />}
            isLoading={busy === kind}
            onClick={() => void make(kind)}
          >
            {t(`receipt.${kind}`)}
          </Button>
        ))}
        <Button variant="secondary" size="m" isWide icon={<LinkIcon aria-hidden />} onClick={() => void copyLink()}>
          {t('receipt.link')}
        </Button>
      </div>
      {isHidden ? <p className={css.hint}>{t('receipt.shows_amounts')}</p> : null}
      {isFailed ? null : support}
    </div>
  )
}

/** Copies a link that opens the receipt; the operation's owner has to be signed in. */
function useCopyLink(operationId: string): () => Promise<void> {
  const t = useTranslate()
  const toast = useToast()
  return async () => {
    const isCopied = await copyText(new URL(operationPath(operationId), window.location.origin).href)
    toast(t(isCopied ? 'receipt.link_copied' : 'common.copy_failed'), isCopied ? 'success' : 'warning')
  }
}
