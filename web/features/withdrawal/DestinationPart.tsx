import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { networkOf } from '#money/currency'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { FieldSkeleton } from '#web/ui/field/Field.tsx'
import { DestinationField } from './DestinationField.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import { recipientsQuery } from './queries.ts'
import { RecentRecipients } from './RecentRecipients.tsx'
import type { PayoutForm } from './use-payout-form.ts'
import { filledAddress } from './withdrawal-form.ts'

/** Fills in an address. An amount, a plain decimal, is filled in too, unless the form already has an amount. */
export type FillAddress = (address: string, amount?: string | undefined) => void

export interface DestinationPartProps {
  readonly form: PayoutForm
  readonly words: PayoutTexts
  /** Draws another way to fill in the address, such as a scanner. */
  readonly addressEnd?: ((fill: FillAddress) => ReactNode) | undefined
}

/** The recent recipients to choose from; nothing until they are known. */
export function RecentPart({ form }: { readonly form: PayoutForm }) {
  const { kind, change } = form
  const recent = useQuery(recipientsQuery)
  const failure = useQueryFailure(recent)
  return (
    <RecentRecipients
      recent={recent.data?.results}
      failure={failure}
      kind={kind}
      chosen={form.recipient?.kind === kind ? form.recipient : undefined}
      onChoose={(chosen) => change({ recipient: chosen })}
    />
  )
}

/** The field of the destination, which shows a chosen recipient without its number. It comes once it is known whether there are recents. */
export function DestinationPart({ form, words, addressEnd }: DestinationPartProps) {
  const { balance, kind, card, address, change } = form
  const recipient = form.recipient?.kind === kind ? form.recipient : undefined
  const [isAskedAnew, setAskedAnew] = useState(false)
  if (recipient && isAskedAnew) setAskedAnew(false)
  const recent = useQuery(recipientsQuery)
  const fillAddress: FillAddress = (filled, amount) =>
    change({ address: filled, ...(amount !== undefined && form.amount === '' && { amount }) })
  // The field keeps its place when recipients appear above it or not. It does not wait for a call that fails, and never
  // disappears while the person types in it.
  if (!recent.isFetched && recent.failureCount === 0) return <FieldSkeleton />
  return (
    <DestinationField
      {...{ kind, card, address, recipient }}
      network={balance && networkOf(balance.currency)}
      cardLabel={words.card}
      refused={form.errors.destination}
      isRefused={form.isRefused}
      isAskedAnew={isAskedAnew && recipient === undefined}
      onCard={(digits) => change({ card: digits })}
      onAddress={(typed) => {
        const { address: read, amount } = filledAddress(typed)
        fillAddress(read, amount)
      }}
      spentTokens={form.spentTokens}
      onTypedCard={form.takeTypedCard}
      onTyping={() => change({ typedCard: undefined })}
      onSubmit={form.submit}
      addressEnd={addressEnd?.(fillAddress)}
      onForget={() => {
        setAskedAnew(true)
        change({ recipient: undefined })
      }}
    />
  )
}
