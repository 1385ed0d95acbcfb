import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { onThemeApplied } from '#web/lib/page/theme.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldSkeleton } from '#web/ui/field/Field.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import css from './CardFrame.module.css'
import { type CardFieldCommand, type CardFieldMessage, readMessage, type TypedCard, tellField } from './card-field.ts'
import { useOpenedField } from './use-opened-field.ts'

export interface CardFrameProps {
  /** The name of the frame, which contains the visible label. */
  readonly label: string
  /** Focuses the field as soon as it has loaded. */
  readonly isFocused: boolean
  /** The number of tokens used so far: after each the field gives another token for the same number. */
  readonly spent: number
  /** Reports the valid card; undefined while there is none. */
  readonly onCard: (card: TypedCard | undefined) => void
  /** The person types, so any message about the last card is outdated. */
  readonly onTyping: () => void
  /** The person pressed Enter on a valid card. */
  readonly onSubmit: () => void
}

/**
 * The payout provider's own field for a card number, in a frame of the provider's origin, so the number never reaches this page. The frame also
 * has the field's label and errors.
 */
export function CardFrame(props: CardFrameProps) {
  const language = useSession((session) => session.language)
  const [tries, setTries] = useState(1)
  const scheme = useSyncExternalStore(onThemeApplied, () => document.documentElement.dataset.theme)
  return (
    // Another look or language loads the field anew and loses the typed number, which only the frame has.
    <OneFrame
      key={`${tries} ${scheme} ${language}`}
      {...props}
      isFocused={props.isFocused || tries > 1}
      onRetry={() => setTries(tries + 1)}
    />
  )
}

// A frame that was allowed to load sends a message within moments. A refused frame also fires load, but sends no message.
const LOADS_MS = 15_000
const TELLS_MS = 1500

function OneFrame(props: CardFrameProps & { readonly onRetry: () => void }) {
  const t = useTranslate()
  const opened = useOpenedField()
  const [silence, setSilence] = useState<'expected' | 'over' | 'too long'>('expected')
  const begin = useEffectEvent(() => props.onCard(undefined))
  useEffect(() => begin(), [])
  const isSilent = silence === 'too long'
  if (opened.kind === 'failed' || isSilent) {
    const cause = opened.kind === 'failed' ? failureText(t, opened.failure) : t('wd.card_field_unsent')
    return <ErrorBlock message={t('wd.card_field_error')} cause={cause} onRetry={props.onRetry} />
  }
  return (
    <div className={css.place} aria-busy={silence === 'expected'}>
      {silence === 'expected' ? (
        <div className={css.skeleton}>
          <FieldSkeleton />
        </div>
      ) : null}
      {opened.kind === 'open' ? (
        <FrameOf
          {...props}
          address={opened.address}
          isReady={silence === 'over'}
          onReady={() => setSilence('over')}
          onSilent={() => setSilence((before) => (before === 'expected' ? 'too long' : before))}
        />
      ) : null}
    </div>
  )
}

interface FrameOfProps extends CardFrameProps {
  readonly address: string
  readonly isReady: boolean
  readonly onReady: () => void
  readonly onSilent: () => void
  readonly onRetry: () => void
}

function FrameOf({ address, label, isReady, isFocused, spent, onSilent, ...props }: FrameOfProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const { origin } = new URL(address)
  const tell = (command: CardFieldCommand) => tellField(frame.current?.contentWindow, origin, command)
  const hear = useEffectEvent((message: CardFieldMessage) => {
    if (message.event === 'ready') props.onReady()
    else if (message.event === 'height') setHeight(message.height)
    else if (message.event === 'card') props.onCard(message.card)
    else if (message.event === 'submit') props.onSubmit()
    else if (message.event === 'expired') props.onRetry()
    else props.onTyping()
  })
  const renew = useEffectEvent(() => {
    props.onCard(undefined)
    tell('renew')
  })
  const focus = useEffectEvent(() => tell('focus'))
  const giveUp = useEffectEvent(onSilent)
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = readMessage(event, { origin, frame: frame.current?.contentWindow })
      if (message) hear(message)
    }
    window.addEventListener('message', onMessage)
    const timer = setTimeout(() => giveUp(), LOADS_MS)
    return () => {
      window.removeEventListener('message', onMessage)
      clearTimeout(timer)
    }
  }, [origin])
  useEffect(() => {
    if (isReady && isFocused) focus()
  }, [isReady, isFocused])
  useEffect(() => {
    // The text below the number must stay in view while the person types it.
    if (height !== undefined && document.activeElement === frame.current) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [height])
  useEffect(() => {
    if (spent > 0) renew()
  }, [spent])
  return (
    <iframe
      ref={frame}
      className={classNames(css.frame, !isReady && css.waiting)}
      title={label}
      src={address}
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      style={height === undefined ? undefined : { height: `${height}px` }}
      onLoad={() => setTimeout(onSilent, TELLS_MS)}
    />
  )
}
