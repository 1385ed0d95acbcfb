import BadgeCheck from 'lucide-react/icons/badge-check'
import type { CurrencyLimits } from '#contract/limits'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { levelTitle } from '#texts/level-name'
import type { TextKey } from '#texts/texts'
import type { LevelsAndRooms } from '#web/lib/config/rooms.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import css from './LevelCards.module.css'

type Level = LevelsAndRooms['levels'][number]

/** A line of the table: what it is about, of which feature, and which limit. */
const LINES = [
  { label: 'levels.topup_once', feature: 'topup', field: 'topup_max', flag: 'is_topup_allowed' },
  { label: 'levels.withdrawal_once', feature: 'withdrawal', field: 'withdrawal_max', flag: 'is_withdrawal_allowed' },
  { label: 'levels.withdrawal_day', feature: 'withdrawal', field: 'withdrawal_daily', flag: 'is_withdrawal_allowed' },
  { label: 'levels.sending_once', feature: 'p2p', field: 'p2p_max', flag: 'is_withdrawal_allowed' },
  { label: 'levels.sending_day', feature: 'p2p', field: 'p2p_daily', flag: 'is_withdrawal_allowed' },
  { label: 'levels.sending_month', feature: 'p2p', field: 'p2p_monthly', flag: 'is_withdrawal_allowed' },
  { label: 'levels.receiving_month', feature: 'p2p', field: 'p2p_received_monthly', flag: undefined },
] as const satisfies readonly {
  label: TextKey
  feature: 'topup' | 'withdrawal' | 'p2p'
  field: keyof CurrencyLimits
  flag: 'is_topup_allowed' | 'is_withdrawal_allowed' | undefined
}[]

export interface LevelCardsProps {
  readonly levels: readonly Level[]
  readonly currency: Currency
}

/** Every level with what it allows in a currency, the own one marked: cards under one another on a phone, beside each other from 768 px. */
export function LevelCards({ levels, currency }: LevelCardsProps) {
  const t = useTranslate()
  return (
    <ul className={css.levels} aria-label={t('levels.all')}>
      {levels.map((level, place) => (
        <li key={level.level_code} className={css.level} data-own={level.is_own || undefined}>
          <LevelCard level={level} currency={currency} isConfirmed={level.is_own && place > 0} />
        </li>
      ))}
    </ul>
  )
}

interface LevelCardProps {
  readonly level: Level
  readonly currency: Currency
  /** It is the own one, and more than whoever signs up has. */
  readonly isConfirmed: boolean
}

function LevelCard({ level, currency, isConfirmed }: LevelCardProps) {
  const t = useTranslate()
  const flags = { topup: useFeatureFlag('topup'), withdrawal: useFeatureFlag('withdrawal'), p2p: useFeatureFlag('p2p') }
  const limits = level.limits.find(({ currency_code }) => currency_code === currency)
  const mark = level.is_own
    ? 'levels.own'
    : level.is_by_hand
      ? 'levels.by_hand'
      : level.is_next
        ? 'levels.by_provider'
        : undefined
  return (
    <>
      <h3 className={css.name}>
        {isConfirmed ? <BadgeCheck className={css.badge} size={20} aria-hidden /> : null}
        {levelTitle(t, level.name)}
      </h3>
      {mark ? <p className={css.mark}>{t(mark)}</p> : null}
      <dl className={css.lines}>
        {LINES.filter(({ feature }) => flags[feature]).map(({ label, field, flag }) => (
          <div key={label} className={css.line}>
            <dt className={css.label}>{t(label)}</dt>
            <dd className={css.value}>
              {limits && (flag === undefined || level[flag]) ? (
                <Amount of={parseDecimal(limits[field], currency)} isAlwaysShown />
              ) : (
                t('levels.not_allowed')
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
