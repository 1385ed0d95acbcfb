import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { NETWORKS, type Network } from '#money/networks'
import type { TextKey } from '#texts/texts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CardInput } from '#web/ui/field/CardInput.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { useLeaving } from '#web/ui/field/use-leaving.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { CardFrame } from './CardFrame.tsx'
import { hasCardField, type TypedCard } from './card-field.ts'
import { type DestinationKind, destinationFault, type Recipient } from './withdrawal-form.ts'

export interface DestinationFieldProps {
  readonly kind: DestinationKind
  /** The network of an address; undefined where the money goes to a card. */
  readonly network: Network | undefined
  readonly card: string
  readonly address: string
  /** The recipient chosen instead of a number. */
  readonly recipient: Recipient | undefined
  readonly cardLabel: TextKey
  /** The server's message about the destination of the last try. */
  readonly refused: string | undefined
  /** The user submitted a destination that is too short. */
  readonly isRefused: boolean
  /** The chosen recipient was removed, so the user types a number next. */
  readonly isAskedAnew: boolean
  readonly onCard: (digits: string) => void
  readonly onAddress: (address: string) => void
  /** Passed to the provider's card field: see CardFrame. */
  readonly spentTokens: number
  readonly onTypedCard: (card: TypedCard | undefined) => void
  readonly onTyping: () => void
  readonly onSubmit: () => void
  readonly onForget: () => void
  /** Another way to fill in the address, shown at its end. */
  readonly addressEnd?: ReactNode
}

/**
 * The destination: a card, for USDC an address with the name of its network, or an earlier recipient. A destination that is too short is only a
 * hint until the user continues.
 */
export function DestinationField(field: DestinationFieldProps) {
  return (
    <FocusedWhen isWanted={field.isRefused || field.isAskedAnew}>
      <DestinationInput {...field} />
    </FocusedWhen>
  )
}

function DestinationInput(field: DestinationFieldProps) {
  if (field.recipient) return <ChosenRecipient {...field} recipient={field.recipient} />
  if (field.kind === 'address') return <AddressField {...field} />
  return hasCardField() ? <ProvidersField {...field} /> : <CardField {...field} />
}

/** An earlier recipient, with what is known of it, and a button that removes it to type a number instead. */
function ChosenRecipient({
  kind,
  cardLabel,
  recipient,
  refused,
  onForget,
}: DestinationFieldProps & { readonly recipient: Recipient }) {
  const t = useTranslate()
  return (
    <Field label={t(kind === 'card' ? cardLabel : 'wd.address')} error={refused} isRefused={refused !== undefined}>
      <TextInput
        isMonospaced
        readOnly
        value={recipient.masked}
        onValueChange={() => undefined}
        end={<IconButton label={t('save.other')} icon={<X size={20} aria-hidden />} onClick={onForget} />}
      />
    </Field>
  )
}

function ProvidersField({ cardLabel, isAskedAnew, spentTokens, onTypedCard, ...field }: DestinationFieldProps) {
  const t = useTranslate()
  return <CardFrame {...field} label={t(cardLabel)} isFocused={isAskedAnew} spent={spentTokens} onCard={onTypedCard} />
}

function CardField({ card, cardLabel, refused, isRefused, onCard }: DestinationFieldProps) {
  const t = useTranslate()
  const { isLeft, leaving } = useLeaving()
  const fault = card === '' ? undefined : destinationFault({ kind: 'card', pan: card })
  const message = fault && t(fault.key, fault.parameters)
  const isError = isRefused || fault?.isCertain
  return (
    <Field
      label={t(cardLabel)}
      hint={isLeft ? message : undefined}
      error={refused ?? (isError ? message : undefined)}
      isRefused={refused !== undefined}
    >
      <CardInput {...leaving} digits={card} onDigitsChange={onCard} />
    </Field>
  )
}

function AddressField({ network, address, refused, isRefused, onAddress, addressEnd }: DestinationFieldProps) {
  const t = useTranslate()
  const { isLeft, leaving } = useLeaving()
  const fault = address === '' ? undefined : destinationFault({ kind: 'address', address: address.trim() })
  const message = fault && t(fault.key, fault.parameters)
  return (
    <Field
      label={t('wd.address')}
      hint={(isLeft && message) || (network && t('wd.network', { network: NETWORKS[network].name }))}
      error={refused ?? (isRefused || fault?.isCertain ? message : undefined)}
      isRefused={refused !== undefined}
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

/** Focuses the input: the refused input, or the next to fill. */
function FocusedWhen({ isWanted, children }: { readonly isWanted: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWanted) place.current?.querySelector('input')?.focus()
  }, [isWanted])
  return <div ref={place}>{children}</div>
}
