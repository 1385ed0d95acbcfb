import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react'
import { applyPattern, caretAfter, onlyDigits } from './digit-pattern.ts'

export interface PatternInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** `#` for a digit, anything else is put in by itself: `#### #### #### ####`. */
  readonly pattern: string
  readonly digits: string
  /** Gets all that is in the input, as typed, pasted or filled in by the browser; whoever owns the digits reads it. */
  readonly onText: (text: string) => void
}

/** Digits in a pattern; the caret stays behind the digit it was behind, so mending in the middle works. Undressed: the owner styles it. */
export function PatternInput({ pattern, digits, onText, ...input }: PatternInputProps) {
  const element = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number>(undefined)
  const shown = applyPattern(digits, pattern)

  function changed(event: ChangeEvent<HTMLInputElement>): void {
    const { value, selectionStart } = event.currentTarget
    const isAtEnd = selectionStart === null || selectionStart === value.length
    digitsBeforeCaret.current = isAtEnd ? undefined : onlyDigits(value.slice(0, selectionStart)).length
    onText(value)
  }
  useLayoutEffect(() => {
    const digitsBefore = digitsBeforeCaret.current
    if (digitsBefore === undefined || document.activeElement !== element.current) return
    const position = caretAfter(digitsBefore, shown)
    element.current?.setSelectionRange(position, position)
    digitsBeforeCaret.current = undefined
  })
  return <input inputMode="numeric" {...input} ref={element} type="text" value={shown} onChange={changed} />
}
