import { useMaskito } from '@maskito/react'
import { type ComponentProps, type FormEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CURRENCIES, type Currency } from '#money/currency'
import { LANGUAGE_FACTS } from '#texts/languages'
import { useSession } from '#web/lib/session/use-session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useFieldControl } from '#web/ui/field/Field.tsx'
import css from './AmountInput.module.css'
import { amountMask, leftUnread } from './amount-mask.ts'
import { type AmountReading, groupAmount, isTypedAmount, plainAmount, readAmount, whyUnread } from './amount-text.ts'
import { useFitText } from './fit-text.ts'

export interface AmountInputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange' | 'onInput' | 'size' | 'type' | 'inputMode'> {
  /** Gives the symbol and the number of decimals. */
  readonly currency: Currency
  /** A plain decimal, `1234.50`, or '' for nothing. */
  readonly value: string
  /** Gets the plain decimal; it may still be shorter than an amount, `12.5`. What is no amount stays in the field and comes as it was typed. */
  readonly onValueChange: (value: string) => void
  /** How many decimals can be typed, where it is a price rather than money, or money of which somebody takes fewer; those of the currency when left out. */
  readonly decimals?: number | undefined
  /** `xl`: 40 px figures that shrink when there is no room for all of them. */
  readonly size?: 'm' | 'xl'
  /** The amount beside it, where both are in a `data-amounts="alike"`: it is measured anew when that changes. */
  readonly beside?: string
  /** Its sign is `¤` for a currency without a symbol: where the specification wants one, and its code stands beside the field. */
  readonly isSymbolKept?: boolean
  /** Without a frame, for a card that is a frame itself. */
  readonly isBare?: boolean
}

/**
 * An amount while it is being typed, written as the money around it: `1 234,50 ₽` in Russian, `$1,234.50` in English. Groups come by
 * themselves, and comma and point are both the decimal mark. Stands inside a Field or has an `aria-label`.
 */
export function AmountInput({
  currency,
  value,
  onValueChange,
  size = 'm',
  beside = '',
  decimals,
  isSymbolKept = false,
  isBare = false,
  ...input
}: AmountInputProps) {
  const control = useFieldControl()
  const language = useSession((session) => session.language)
  const reading = useMemo(() => ({ currency, language, decimals }), [currency, language, decimals])
  const isUnread = whyUnread(value, currency, decimals) !== undefined
  const options = useMemo(() => (isUnread ? null : amountMask(reading)), [isUnread, reading])
  const mask = useMaskito({ options })
  const [typed, setTyped] = useState('')
  // What was typed may say more than its value (a mark at the end); it is kept as long as the value is still its own.
  const shown = typed === value || amountOf(typed) === value ? typed : groupAmount(value, language)
  const { symbol } = CURRENCIES[currency]
  // A code stands behind the number in every language (money/format.ts).
  const isSymbolFirst = LANGUAGE_FACTS[language].isSymbolFirst && (symbol !== '¤' || isSymbolKept)
  const box = useFitText<HTMLDivElement>(`${shown} ${beside}`, '[data-shown]')

  function amountOf(text: string): string {
    return isUnread ? (readAmount(text, reading) ?? text) : plainAmount(text, language)
  }
  function take(text: string, next: string): void {
    setTyped(text)
    if (next !== value) onValueChange(next)
  }
  function changed(event: FormEvent<HTMLInputElement>): void {
    const text = event.currentTarget.value
    take(text, amountOf(text))
  }
  useUnread(box, isUnread ? undefined : reading, (text) => {
    const read = readAmount(text, reading)
    // Its plain decimal where that tells what is wrong: too many decimals.
    take(text, read !== undefined && whyUnread(read, currency, decimals) !== undefined ? read : text)
  })
  useReachedByFrame(box)
  const unit = (
    <span className={css.symbol} aria-hidden="true">
      {symbol === '¤' && !isSymbolKept ? currency : symbol}
    </span>
  )
  return (
    <div
      ref={box}
      data-reached-by-frame
      className={classNames(isBare ? css.bare : css.frame, size === 'xl' && css.large, isSymbolFirst && css.first)}
    >
      {isSymbolFirst ? unit : null}
      <span className={css.sizer} data-shown={shown || '0'}>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          {...control}
          {...input}
          ref={mask}
          className={css.input}
          value={shown}
          onInput={changed}
        />
      </span>
      {isSymbolFirst ? null : unit}
    </div>
  )
}

/** Figures make the width of the input, which may be one of them: a press anywhere in its frame reaches it. */
function useReachedByFrame(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = box.current
    function pressed(event: MouseEvent): void {
      if (event.target instanceof HTMLInputElement) return
      // Not the frame: it would take the focus off again.
      event.preventDefault()
      frame?.querySelector('input')?.focus()
    }
    frame?.addEventListener('mousedown', pressed)
    return () => frame?.removeEventListener('mousedown', pressed)
  }, [box])
}

/** Hands over what the mask would make another number of, before it does: typed, pasted, dropped or filled in by the browser. */
function useUnread(
  box: RefObject<HTMLElement | null>,
  reading: AmountReading | undefined,
  onUnread: (text: string) => void,
): void {
  const heard = useRef<InputEvent>(undefined)
  const before = useEffectEvent((event: InputEvent) => {
    const { target, inputType } = event
    heard.current = event
    if (!(reading && target instanceof HTMLInputElement) || event.isComposing || !inputType.startsWith('insert')) return
    const data = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
    const end = target.value.length
    const unread = leftUnread(
      { shown: target.value, selection: [target.selectionStart ?? end, target.selectionEnd ?? end], data },
      reading,
    )
    if (data === '' || unread === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onUnread(unread)
  })
  const after = useEffectEvent((event: Event) => {
    const { target } = event
    const isHeard = heard.current !== undefined && !heard.current.defaultPrevented
    heard.current = undefined
    // What was announced is the mask's own business by now, and what a keyboard composes is its own.
    if (!(reading && target instanceof HTMLInputElement) || isHeard || ('isComposing' in event && event.isComposing === true))
      return
    if (isTypedAmount(target.value, reading)) return
    const read = readAmount(target.value, reading)
    if (read !== undefined && whyUnread(read, reading.currency, reading.decimals) === undefined) return
    event.stopPropagation()
    onUnread(target.value)
  })
  useEffect(() => {
    const frame = box.current
    const heardBefore = (event: InputEvent) => before(event)
    const heardAfter = (event: Event) => after(event)
    frame?.addEventListener('beforeinput', heardBefore, { capture: true })
    frame?.addEventListener('input', heardAfter, { capture: true })
    return () => {
      frame?.removeEventListener('beforeinput', heardBefore, { capture: true })
      frame?.removeEventListener('input', heardAfter, { capture: true })
    }
  }, [box])
}
