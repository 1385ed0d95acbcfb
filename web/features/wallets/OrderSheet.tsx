import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useLayoutEffect, useRef, useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { AccountCode } from './AccountCode.tsx'
import { accountName } from './account-name.ts'
import type { Account } from './accounts.ts'
import css from './OrderSheet.module.css'
import { moved, useOrderAccounts } from './own-accounts.ts'

export interface OrderSheetProps {
  readonly accounts: readonly Account[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Puts the accounts in an order: each goes up and down a place by its buttons, and where it is now is said. */
export default function OrderSheet({ accounts, isOpen, onClose }: OrderSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('accounts.order')}>
      <Order accounts={accounts} onSaved={onClose} />
    </Modal>
  )
}

function Order({ accounts, onSaved }: { readonly accounts: readonly Account[]; readonly onSaved: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const saving = useOrderAccounts()
  const [order, setOrder] = useState(accounts)
  const [said, setSaid] = useState('')
  const { list, keepFocus } = useFocusOfMoved(order)
  function move(account: Account, by: -1 | 1): void {
    const next = moved(order, account, by)
    const i = next.indexOf(account) + 1
    keepFocus(account.id, i === 1 ? 1 : i === next.length ? -1 : by)
    setOrder(next)
    setSaid(t('accounts.moved', { code: account.balance.currency, i, n: next.length }))
  }
  function save(): void {
    saving.mutate(
      order.map(({ id }) => id),
      {
        onSuccess: ({ message }) => {
          onSaved()
          toast(message, 'success')
        },
      },
    )
  }
  return (
    <Stack gap="fields">
      <div ref={list}>
        <List label={t('accounts.order')}>
          {order.map((account, at) => (
            <ListRow
              key={account.id}
              icon={<CurrencyDisc currency={account.balance.currency} />}
              title={<AccountCode account={account} />}
              subtitle={accountName(t, account)}
              end={<Moves account={account} isFirst={at === 0} isLast={at === order.length - 1} onMove={move} />}
            />
          ))}
        </List>
      </div>
      <span role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </span>
      <FormError message={saving.error ? failureText(t, saving.error) : undefined} />
      <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
      <Button isWide disabled={!isOnline} isLoading={saving.isPending} onClick={save}>
        {t('common.save')}
      </Button>
    </Stack>
  )
}

interface MovesProps {
  readonly account: Account
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (account: Account, by: -1 | 1) => void
}

function Moves({ account, isFirst, isLast, onMove }: MovesProps) {
  const t = useTranslate()
  const code = account.balance.currency
  return (
    <span className={css.moves}>
      <IconButton
        label={t('accounts.up', { code })}
        icon={<ArrowUp size={20} aria-hidden />}
        data-move={`${account.id} -1`}
        disabled={isFirst}
        onClick={() => onMove(account, -1)}
      />
      <IconButton
        label={t('accounts.down', { code })}
        icon={<ArrowDown size={20} aria-hidden />}
        data-move={`${account.id} 1`}
        disabled={isLast}
        onClick={() => onMove(account, 1)}
      />
    </span>
  )
}

/** The focus stays on what was pressed, whose row has moved; at an end it goes to the other button of the row. */
function useFocusOfMoved(order: readonly Account[]) {
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined || order.length === 0) return
    list.current?.querySelector<HTMLElement>(`[data-move="${wanted.current}"]`)?.focus()
    wanted.current = undefined
  }, [order])
  const keepFocus = (id: string, by: -1 | 1) => {
    wanted.current = `${id} ${by}`
  }
  return { list, keepFocus }
}
