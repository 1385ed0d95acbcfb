import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { applyPattern, caretAfter, onlyDigits } from './digit-pattern.ts'

export interface PatternInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** `#` is a digit; any other character is inserted automatically: `#### #### #### ####`. */
  readonly pattern: string
  readonly digits: string
  /** Shown unchanged instead of the digits, when the input cannot be read as digits. */
  readonly unread?: string | undefined
  /** Called with the whole input as it was typed, pasted or filled in by the browser; the owner of the digits parses it. */
  readonly onText: (text: string) => void
}

/** Digits in a pattern. The caret stays behind the same digit, so that editing in the middle works. Unstyled: the owner styles it. */
export function PatternInput({ pattern, digits, unread, onText, ...input }: PatternInputProps) {
  const element = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number>(undefined)
  // During composition the keyboard owns the text: a replaced text would be taken for more input.
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
