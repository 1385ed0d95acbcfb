import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { applyPattern, caretAfter, onlyDigits } from './digit-pattern.ts'

export interface PatternInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** `#` for a digit, anything else is put in by itself: `#### #### #### ####`. */
  readonly pattern: string
  readonly digits: string
  /** Stands in the input instead, as it is, where no digits could be made of it. */
  readonly unread?: string | undefined
  /** Gets all that is in the input, as typed, pasted or filled in by the browser; whoever owns the digits reads it. */
  readonly onText: (text: string) => void
}

/** Digits in a pattern; the caret stays behind the digit it was behind, so mending in the middle works. Undressed: the owner styles it. */
export function PatternInput({ pattern, digits, unread, onText, ...input }: PatternInputProps) {
  const element = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number>(undefined)
  // While a keyboard composes, what it has written so far is its own: another text under it would be taken for more of the same.
  const [composed, setComposed] = useState<string>()
  const shown = unread ?? applyPattern(digits, pattern)

  function changed({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) setComposed(currentTarget.value)
    else read(currentTarget)
  }
  function read({ value, selectionStart }: HTMLInputElement): void {
    const isAtEnd = selectionStart === null || selectionStart === value.length
    digitsBeforeCaret.current = isAtEnd ? undefined : onlyDigits(value.slice(0, selectionStart)).length
    setComposed(undefined)
    onText(value)
  }
  useLayoutEffect(() => {
    const digitsBefore = digitsBeforeCaret.current
    if (digitsBefore === undefined || unread !== undefined || document.activeElement !== element.current) return
    const position = caretAfter(digitsBefore, shown)
    element.current?.setSelectionRange(position, position)
    digitsBeforeCaret.current = undefined
  })
  return (
    <input
      inputMode="numeric"
      {...input}
      ref={element}
      type="text"
      value={composed ?? shown}
      onChange={changed}
      onCompositionEnd={({ currentTarget }) => read(currentTarget)}
    />
  )
}
