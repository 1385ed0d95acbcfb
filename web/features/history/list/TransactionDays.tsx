import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useFormats } from '#web/lib/texts/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { List } from '#web/ui/ListRow.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './TransactionDays.module.css'
import { TransactionRow } from './TransactionRow.tsx'
import { groupByDay, type Transaction } from './transactions.ts'

const ReceiptSheet = lazyComponent(() => import('#web/features/history/receipt/ReceiptSheet.tsx'))

export interface TransactionDaysProps {
  readonly lines: readonly Transaction[]
  /** Keeps the day headings sticky: for an endless list. */
  readonly isSticky?: boolean
}

/** Transactions under day headings; a row opens its receipt. */
export function TransactionDays({ lines, isSticky = false }: TransactionDaysProps) {
  const { dayHead } = useFormats()
  const [opened, setOpened] = useState<Transaction>()
  const [isOpen, setOpen] = useState(false)
  function open(line: Transaction): void {
    setOpened(line)
    setOpen(true)
  }
  return (
    <>
      {groupByDay(lines, dayHead).map(({ head, transactions }) => (
        <section key={head} className={css.group} aria-label={head}>
          <h3 className={classNames(css.head, isSticky && css.sticky)}>{head}</h3>
          <List hasColumns>
            {transactions.map((line) => (
              <TransactionRow key={line.id} transaction={line} onOpen={() => open(line)} />
            ))}
          </List>
        </section>
      ))}
      {opened ? (
        <LazyBoundary isOpen={isOpen} onClose={() => setOpen(false)}>
          {/* The current line: an open receipt follows its operation to its end. */}
          <ReceiptSheet
            transaction={lines.find(({ id }) => id === opened.id) ?? opened}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      ) : null}
    </>
  )
}
