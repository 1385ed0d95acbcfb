import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { RowContent } from '#web/ui/ListRow.tsx'
import css from './StatisticsExchanges.module.css'
import type { StatisticsTableProps } from './StatisticsTable.tsx'

/**
 * Transfers between the user's own accounts, on a separate line because neither sum includes them. A press filters the list below by
 * them.
 */
export function StatisticsExchanges({ parts, kind, onPress }: Omit<StatisticsTableProps, 'colours'>) {
  const t = useTranslate()
  return parts.map(({ name, label, amount }) => (
    <div key={name} className={css.exchanges}>
      <button
        type="button"
        className={css.press}
        aria-pressed={name === kind}
        title={t('stat.filter', { type: label })}
        onClick={() => onPress(name)}
      >
        <RowContent
          icon={<ArrowLeftRight size={20} aria-hidden />}
          isIconRound
          title={label}
          subtitle={t('stat.exchanges')}
          value={<Amount of={amount} />}
        />
      </button>
    </div>
  ))
}
