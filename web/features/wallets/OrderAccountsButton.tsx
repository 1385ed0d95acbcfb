import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import type { Account } from './accounts.ts'

const OrderSheet = lazyComponent(() => import('./OrderSheet.tsx'))

/** Opens where the accounts are put in an order. */
export function OrderAccountsButton({ accounts }: { readonly accounts: readonly Account[] }) {
  const t = useTranslate()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const opened = { isOpen: state === 'open', onClose: () => setState('closed') }
  return (
    <>
      <IconButton
        label={t('accounts.order')}
        icon={<ArrowUpDown size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      />
      {state === 'unused' ? null : (
        <LazyBoundary {...opened}>
          <OrderSheet {...opened} accounts={accounts} />
        </LazyBoundary>
      )}
    </>
  )
}
