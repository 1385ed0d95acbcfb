import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ChangeEvent, type ClipboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { withAsciiDigits } from './ascii-digits.ts'
import css from './CodeInput.module.css'
import { useOneTimeCode } from './one-time-code.ts'
import { readCode } from './short-code.ts'

/** How many digits an SMS code and a PIN have. */
export const CODE_LENGTH = 4
const EMAIL_CODE_LENGTH = 6
const AUTOCOMPLETE = { sms: 'one-time-code', email: 'one-time-code', newPin: 'new-password', pin: 'current-password' } as const
type Kind = CodeInputProps['kind']

/** The number of digits. */
export function codeLength(kind: Kind): number {
  return kind === 'email' ? EMAIL_CODE_LENGTH : CODE_LENGTH
}

export interface CodeInputProps {
  /** `sms` and `email`: digits are visible. `newPin` and `pin`: masked, with an eye; a password manager saves and fills them. */
  readonly kind: 'sms' | 'email' | 'newPin' | 'pin'
  readonly label: string
  /** Up to four digits; six for a code from an e-mail. */
  readonly value: string
  readonly onValueChange: (digits: string) => void
  /** The browser or the phone filled in the whole code: only then may a form continue without a press. */
  readonly onAutofill?: (digits: string) => void
  readonly hint?: string | undefined
  /** Shakes the cells and selects the digits for new input; pass undefined again as soon as the value changes. */
  readonly error?: string | undefined
  readonly disabled?: boolean
  /** Takes the initial focus of a Modal, or of the page. */
  readonly isAutofocused?: boolean
}

/**
 * A code or a PIN: one real input over drawn cells, so that paste, autofill, screen readers and leading zeros work. Takes typed digits
 * one by one. From inserted text it takes the only code in it; otherwise it says so and keeps its value.
 */
export function CodeInput(props: CodeInputProps) {
  const { kind, label, value, onValueChange, onAutofill, hint, error, disabled = false, isAutofocused = false } = props
  const t = useTranslate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isRevealed, setRevealed] = useState(false)
  const isSecret = kind !== 'sms' && kind !== 'email'
  const isMasked = isSecret && !isRevealed
  const length = codeLength(kind)
  const [isUnread, setUnread] = useState(false)
  const message = error ?? (isUnread ? t(isSecret ? 'err.code.pin_unread' : 'err.code.unread', { n: length }) : undefined)

  function take(digits: string): void {
    setUnread(false)
    if (digits !== value) onValueChange(digits)
  }
  /** Text inserted at once; `isFilled` when the browser or the phone inserted it. */
  function put(text: string, isFilled: boolean): void {
    const read = readCode(text, length, isSecret ? 'digits' : 'message')
    const whole = read !== undefined && read.length < length ? `${value}${read}` : read
    if (whole === undefined || whole.length > length) {
      setUnread(true)
      return
    }
    const isNew = whole !== value
    take(whole)
    if (isFilled && isNew && whole.length === length) onAutofill?.(whole)
  }
  function changed({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const text = currentTarget.value
    const data = 'data' in nativeEvent && typeof nativeEvent.data === 'string' ? nativeEvent.data : ''
    const added = text.startsWith(value) ? text.slice(value.length) : text
    if (Array.from(data).length > 1 && !('isComposing' in nativeEvent && nativeEvent.isComposing)) put(data, true)
    else if (value.startsWith(text)) take(text)
    else if (Array.from(added).length > 1) put(text.startsWith(value) && value !== '' ? added : text, true)
    else {
      const digit = withAsciiDigits(added).replace(/[^0-9]/g, '')
      take(text.startsWith(value) ? `${value}${digit}`.slice(0, length) : digit)
    }
  }
  function pasted(event: ClipboardEvent<HTMLInputElement>): void {
    event.preventDefault()
    put(event.clipboardData.getData('text'), false)
  }
  useOneTimeCode(kind === 'sms' && !disabled, (code) => put(code, true))
  useEffect(() => {
    if (error === undefined) return
    input.current?.focus()
    input.current?.select()
  }, [error])
  useEffect(() => {
    if (isAutofocused) input.current?.focus()
  }, [isAutofocused])

  return (
    <div className={css.code}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.row}>
        <div className={classNames(css.cells, kind === 'email' && css.six, message !== undefined && css.wrong)}>
          <input
            ref={input}
            id={id}
            className={css.input}
            type={isMasked ? 'password' : 'text'}
            inputMode="numeric"
            autoComplete={AUTOCOMPLETE[kind]}
            aria-label={t(kind === 'email' ? 'a11y.six_digits' : 'a11y.four_digits', { label })}
            aria-describedby={`${id}message`}
            aria-invalid={message === undefined ? undefined : true}
            data-autofocus={isAutofocused || undefined}
            disabled={disabled}
            value={value}
            onChange={changed}
            onPaste={pasted}
            onSelect={keepCaretAtEnd}
          />
          <Cells value={value} length={length} isMasked={isMasked} />
        </div>
        {isSecret ? <RevealButton isRevealed={isRevealed} onReveal={setRevealed} /> : null}
      </div>
      <Message id={`${id}message`} error={message} hint={hint} />
    </div>
  )
}

interface MessageProps extends Pick<CodeInputProps, 'error' | 'hint'> {
  readonly id: string
}

function Message({ id, error, hint }: MessageProps) {
  return (
    <div
      id={id}
      className={classNames(css.message, error !== undefined && css.error)}
      role={error === undefined ? undefined : 'alert'}
    >
      {error === undefined ? null : <CircleAlert className={css.icon} size={16} aria-hidden />}
      {error ?? hint}
    </div>
  )
}

interface RevealButtonProps {
  readonly isRevealed: boolean
  readonly onReveal: (isRevealed: boolean) => void
}

function RevealButton({ isRevealed, onReveal }: RevealButtonProps) {
  const t = useTranslate()
  const icon = isRevealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />
  return <IconButton label={t(isRevealed ? 'pin.hide' : 'pin.show')} icon={icon} onClick={() => onReveal(!isRevealed)} />
}

const POSITIONS = [0, 1, 2, 3, 4, 5] as const

function Cells({ value, length, isMasked }: { readonly value: string; readonly length: number; readonly isMasked: boolean }) {
  const next = Math.min(value.length, length - 1)
  return POSITIONS.slice(0, length).map((position) => {
    const digit = value.charAt(position)
    return (
      <span
        key={position}
        className={classNames(css.cell, position === next && css.next, digit !== '' && css.filled)}
        aria-hidden
      >
        {digit !== '' && isMasked ? <span className={css.dot} /> : digit}
      </span>
    )
  })
}

function isAllSelected(input: HTMLInputElement): boolean {
  return input.selectionStart === 0 && input.selectionEnd === input.value.length
}

/** The caret is drawn behind the last digit, so it has to be there; the only other selection is the whole value. */
function keepCaretAtEnd(event: SyntheticEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const end = input.value.length
  if (isAllSelected(input) || (input.selectionStart === end && input.selectionEnd === end)) return
  input.setSelectionRange(end, end)
}
