import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import type { Account } from './accounts.ts'

const AccountSheet = lazyComponent(() => import('./AccountSheet.tsx'))

/** Opens what a person can make of an account: its name, its colour, whether it is hidden. */
export function EditAccountButton({ account }: { readonly account: Account }) {
  const t = useTranslate()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const opened = { isOpen: state === 'open', onClose: () => setState('closed') }
  return (
    <>
      <IconButton
        label={t('account.edit')}
        icon={<Pencil size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      />
      {state === 'unused' ? null : (
        <LazyBoundary {...opened}>
          <AccountSheet {...opened} account={account} />
        </LazyBoundary>
      )}
    </>
  )
}
