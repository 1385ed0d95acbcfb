import Banknote from 'lucide-react/icons/banknote'
import CreditCard from 'lucide-react/icons/credit-card'
import Smartphone from 'lucide-react/icons/smartphone'
import type { Method } from '#brands/brand'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Chips } from './Chips.tsx'
import css from './MethodChips.module.css'

const ICONS = { card: CreditCard, sbp: Smartphone, cash: Banknote }

export interface MethodChipsProps {
  readonly label: string
  readonly methods: readonly Method[]
  readonly value: Method
  readonly onValueChange: (method: Method) => void
}

/** A brand's methods of topping up or withdrawing; renders nothing when there is no choice. */
export function MethodChips({ label, methods, value, onValueChange }: MethodChipsProps) {
  const t = useTranslate()
  if (methods.length < 2) return null
  const options = methods.map((method) => {
    const Icon = ICONS[method]
    return { value: method, label: t(`method.${method}`), icon: <Icon className={css.icon} aria-hidden /> }
  })
  return <Chips label={label} options={options} value={value} onValueChange={onValueChange} />
}
