import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Field.module.css'

/** The ids that connect a control to the label and the message of its field. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldControl | undefined>(undefined)

/** For controls: the attributes that connect them to the surrounding Field; none outside a Field. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {}
}

export interface FieldProps {
  readonly label: string
  /** Shown beside the label of an optional field; all others are required. */
  readonly isOptional?: boolean
  readonly hint?: ReactNode
  /** Replaces the hint. Says what happened and how to fix it. */
  readonly error?: ReactNode
  /** The error is the refusal of the last try: the field comes into view, and its control takes the focus. */
  readonly isRefused?: boolean
  /** Reserves one line for a message; off when no message ever appears under the control. */
  readonly isMessageReserved?: boolean
  /** Content beside the label, such as the balance. */
  readonly aside?: ReactNode
  /** One TextInput, AmountInput, PhoneInput or Select. */
  readonly children: ReactNode
}

/** A control with its label above and its hint or error below. */
export function Field({
  label,
  isOptional = false,
  hint,
  error,
  isRefused = false,
  isMessageReserved = true,
  aside,
  children,
}: FieldProps) {
  const t = useTranslate()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isRefused) return
    document.getElementById(id)?.focus({ preventScroll: true })
    field.current?.scrollIntoView({ block: 'center' })
  }, [isRefused, id])
  const messageId = `${id}message`
  const message = error || hint
  const control: FieldControl = {
    id,
    'aria-describedby': message ? messageId : undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div ref={field} className={css.field}>
      <div className={css.head}>
        <label className={css.label} htmlFor={id}>
          {label}
          {isOptional ? <span className={css.optional}> {t('common.optional')}</span> : null}
        </label>
        {aside ? <div className={css.aside}>{aside}</div> : null}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {message || isMessageReserved ? (
        <div id={messageId} className={classNames(css.message, Boolean(error) && css.error)}>
          {error ? <CircleAlert className={css.icon} size={16} aria-hidden /> : null}
          {message}
        </div>
      ) : null}
    </div>
  )
}

/** A placeholder of a Field with its label and the line below it, in its size. */
export function FieldSkeleton() {
  return (
    <div className={classNames(css.field)} aria-busy="true">
      <div className={classNames(css.head)}>
        <Skeleton width="96px" height="1.25rem" />
      </div>
      <Skeleton shape="block" height="var(--size-field)" />
      <div className={classNames(css.message)} />
    </div>
  )
}
