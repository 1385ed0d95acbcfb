import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/lib/texts.tsx'
import { CardInput } from '#web/ui/CardInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { type Destination, destinationFault, USDC_NETWORK } from './withdrawal-form.ts'

export interface DestinationFieldProps {
  readonly kind: Destination['kind']
  readonly card: string
  readonly address: string
  /** The person wanted to go on with a destination that is plainly short. */
  readonly isRefused: boolean
  readonly onCard: (digits: string) => void
  readonly onAddress: (address: string) => void
  /** At the end of the address: another way to fill it in. */
  readonly addressEnd?: ReactNode
}

/** Where the money goes: a card, or for USDC an address with its network named. What is short is a hint until one wants to go on. */
export function DestinationField(field: DestinationFieldProps) {
  return (
    <FocusedWhenRefused isRefused={field.isRefused}>
      <DestinationInput {...field} />
    </FocusedWhenRefused>
  )
}

function DestinationInput({ kind, card, address, isRefused, onCard, onAddress, addressEnd }: DestinationFieldProps) {
  const t = useTexts()
  const [isLeft, setLeft] = useState(false)
  const leaving = { onFocus: () => setLeft(false), onBlur: () => setLeft(true) }
  if (kind === 'card') {
    const isShort = card !== '' && destinationFault({ kind: 'card', pan: card }) !== undefined
    const message = isShort ? t('err.card_short', { n: card.length }) : undefined
    return (
      <Field label={t('wd.card')} hint={isLeft ? message : undefined} error={isRefused ? message : undefined}>
        <CardInput {...leaving} digits={card} onDigitsChange={onCard} />
      </Field>
    )
  }
  const isShort = address !== '' && destinationFault({ kind: 'address', address: address.trim() }) !== undefined
  return (
    <Field
      label={t('wd.address')}
      hint={isLeft && isShort ? t('err.address_short') : t('wd.network', { network: USDC_NETWORK })}
      error={isRefused && isShort ? t('err.address_short') : undefined}
    >
      <TextInput
        {...leaving}
        isMonospaced
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onValueChange={onAddress}
        end={addressEnd}
      />
    </Field>
  )
}

/** Brings the person back to the input that was refused. */
function FocusedWhenRefused({ isRefused, children }: { readonly isRefused: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isRefused) place.current?.querySelector('input')?.focus()
  }, [isRefused])
  return <div ref={place}>{children}</div>
}
