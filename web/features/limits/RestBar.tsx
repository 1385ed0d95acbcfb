import type { Cap } from '#web/lib/config/rooms.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './RestBar.module.css'
import { percentLeft } from './rests.ts'

export interface RestBarProps {
  readonly label: string
  readonly cap: Pick<Cap, 'most' | 'rest'>
}

/** What is left of a limit, in words and as a bar that empties as it is used. Hidden amounts leave out the bar, as an empty one would say that nothing is left. */
export function RestBar({ label, cap }: RestBarProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isHidden = useSession((session) => session.isAmountsHidden)
  const shown = isHidden ? 0 : percentLeft(cap)
  const amounts = { rest: moneyText(cap.rest), most: moneyText(cap.most) }
  return (
    <div className={css.rest}>
      <p className={css.line}>
        <span className={css.label}>{label}</span>
        <span className={css.amount}>
          <Amount of={cap.rest} />
        </span>
      </p>
      {isHidden ? null : (
        <div className={css.bar} aria-hidden="true" data-empty={shown === 0}>
          <span className={css.left} style={{ inlineSize: `${shown}%` }} />
        </div>
      )}
      <VisuallyHidden>
        <meter
          aria-label={label}
          aria-valuetext={isHidden ? t('balance.hidden') : t('levels.rest_of', amounts)}
          max={100}
          value={shown}
        />
      </VisuallyHidden>
    </div>
  )
}
