import { TransactionList } from '#web/features/history/TransactionList.tsx'
import { useTexts } from '#web/lib/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenHeader } from '#web/ui/ScreenHeader.tsx'
import css from './Screen.module.css'

const PAGE_SIZE = 30

/** All transactions of all accounts, newest first, under the heads of their days (spec point 2). */
export default function History() {
  const t = useTexts()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('hist.title')} />
      <Card title={t('transactions.title')}>
        <TransactionList pageSize={PAGE_SIZE} isWhole />
      </Card>
    </div>
  )
}
