import { readAddressToFill } from '#codes/token-address'
import type { RequestOf, ResponseOf } from '#contract/call'
import type { startPasskeyWithdrawal } from '#contract/passkeys'
import type { recentRecipients, withdrawal } from '#contract/withdrawal'
import { toDecimal } from '#money/amount'
import { type Currency, networkOf } from '#money/currency'
import { add, compare, divideDown, enterable, entryStep, type Money, money, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { shareUp } from '#money/round-up'
import type { TextKey, TextParameters } from '#texts/texts'
import type { Proof } from '#web/lib/api/attempt-stage.ts'
import { addressFaultText } from '#web/lib/texts/address-fault.ts'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'
import { CARD_DIGITS, hasCheckDigit } from '#web/ui/field/card-number.ts'
import type { Readiness } from '#web/ui/field/use-reason.ts'
import type { TypedCard } from './card-field.ts'

/** The kind of destination of a currency: a card, or for USDC an address. */
export type DestinationKind = 'card' | 'address'

/** An earlier recipient: the server knows it by its id, the page only knows its shown text. */
export type Recipient = Pick<ResponseOf<typeof recentRecipients>['results'][number], 'id' | 'kind' | 'masked'>

/** The destination: a number, a card typed into the provider's field, or a recent recipient. */
export type Destination =
  | { readonly kind: 'card'; readonly pan: string }
  | { readonly kind: 'typed'; readonly card: TypedCard }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'recipient'; readonly recipient: Recipient }

/** The state of the withdrawal form. */
export interface WithdrawalFormState {
  /** The balance of the chosen account; undefined while there is no account. */
  readonly balance: Money | undefined
  /** A plain decimal as the amount input gives it. */
  readonly amount: string
  /** How many decimals the provider takes, where these are fewer than the currency has. */
  readonly decimals?: number | undefined
  /** Digits only, or a text that is not a card number. */
  readonly card: string
  /** The card from the provider's card field, where there is one. */
  readonly typedCard: TypedCard | undefined
  readonly address: string
  /** The recipient chosen instead of a number. */
  readonly recipient: Recipient | undefined
  readonly feeBasisPoints: bigint
}

/** The terms of a withdrawal, which are shown, confirmed and sent unchanged. */
export interface WithdrawalTerms {
  readonly amount: Money
  readonly fee: Money
  /** The balance that remains on the account. */
  readonly left: Money
  readonly destination: Destination
}

/** A recipient whose mask follows the user's name for it, if any, and the card's network; the mask is always shown. */
export function called<
  Listed extends Pick<Recipient, 'masked'> & { readonly own_name?: string | undefined; readonly network?: string | undefined },
>(recipient: Listed): Listed {
  const { own_name, network, masked } = recipient
  const shown = network === undefined ? masked : `${network} ${masked}`
  return { ...recipient, masked: own_name === undefined ? shown : `${own_name}, ${shown}` }
}

/**
 * Recipients under names that all differ: recipients with the same mask get a text from `naming`, made of the mask and the time of the last
 * payment.
 */
export function toldApart<Listed extends Recipient & { readonly last_used_at: string }>(
  recipients: readonly Listed[],
  naming: (masked: string, lastUsedAt: string) => string,
): Listed[] {
  const isAlone = ({ masked }: Recipient) => recipients.filter((each) => each.masked === masked).length === 1
  return recipients.map((each) => (isAlone(each) ? each : { ...each, masked: naming(each.masked, each.last_used_at) }))
}

/** The selected recipient after a refetch: by its id, else by its name. */
export function chosenAmong(recipients: readonly Recipient[], chosen: Recipient | undefined): Recipient | undefined {
  return recipients.find(({ id }) => id === chosen?.id) ?? recipients.find(({ masked }) => masked === chosen?.masked)
}

/** The kind of destination that a currency is paid out to. */
export function destinationKind(currency: Currency | undefined): DestinationKind {
  return currency && networkOf(currency) ? 'address' : 'card'
}

/**
 * Decides whether the withdrawal button may be pressed. Refuses an empty amount, a balance below the amount, USDC without an address, and
 * another currency without a card; an earlier recipient replaces either. A card that is too short only gets a hint, and is refused when the user
 * continues.
 */
export function validateWithdrawal(form: WithdrawalFormState): Readiness<WithdrawalTerms> {
  const { balance, amount, decimals, feeBasisPoints } = form
  const destination = destinationOf(form)
  const parsed = balance === undefined || amount === '' ? undefined : parseAmount(amount, balance.currency, decimals)
  if (!(balance && parsed?.ok)) {
    const fault = parsed && !parsed.ok ? AMOUNT_FAULTS[parsed.fault] : undefined
    return { isReady: false, missing: missingOf(form, destination), fault, shortBy: undefined }
  }
  const fee = shareUp(parsed.money, feeBasisPoints)
  const left = subtract(balance, add(parsed.money, fee))
  if (left.minor < 0n) {
    return {
      isReady: false,
      missing: missingOf(form, destination),
      fault: 'err.amount.funds',
      shortBy: money(left.currency, -left.minor),
    }
  }
  // An invalid address counts as missing; a card that is too short only gets a hint.
  const isNone = destination?.kind === 'address' && destinationFault(destination) !== undefined
  if (!destination || isNone)
    return { isReady: false, missing: missingOf(form, isNone ? undefined : destination), fault: undefined, shortBy: undefined }
  return { isReady: true, terms: { amount: parsed.money, fee, left, destination } }
}

function missingOf({ balance, amount }: WithdrawalFormState, destination: Destination | undefined): readonly TextKey[] {
  const missing: TextKey[] = []
  if (!balance) missing.push('reason.account')
  if (amount === '') missing.push('reason.amount')
  if (!destination) missing.push(destinationKind(balance?.currency) === 'card' ? 'reason.card' : 'reason.address')
  return missing
}

type FormChange = Partial<Omit<WithdrawalFormState, 'balance' | 'feeBasisPoints'>>

/** A change of the form that also removes the recipient when another destination is typed, even a recipient that is still loading. */
export function withoutRecipient(change: FormChange): FormChange {
  const isTyped = Boolean(change.card || change.address || change.typedCard)
  return isTyped && !('recipient' in change) ? { ...change, recipient: undefined } : change
}

/** The destination that the form has: a recent recipient, else what is typed; undefined for none, and for one of another kind. */
export function destinationOf({ balance, card, typedCard, address, recipient }: WithdrawalFormState): Destination | undefined {
  const kind = destinationKind(balance?.currency)
  if (recipient?.kind === kind) return { kind: 'recipient', recipient }
  if (kind === 'address') {
    return address.trim() === '' ? undefined : { kind: 'address', address: address.trim() }
  }
  if (typedCard) return { kind: 'typed', card: typedCard }
  return card === '' ? undefined : { kind: 'card', pan: card }
}

/** A fault of a destination, by its text key; `isCertain`: no further typing can mend the destination, so the fault is shown at once. */
export interface DestinationFault {
  readonly key: TextKey
  readonly parameters?: TextParameters
  readonly isCertain: boolean
}

/** An obvious fault of a destination, before the PIN step; undefined when the server decides. */
export function destinationFault(destination: Destination): DestinationFault | undefined {
  if (destination.kind === 'recipient' || destination.kind === 'typed') return undefined
  if (destination.kind === 'card') {
    const { pan } = destination
    if (!/^[0-9]*$/.test(pan)) return { key: 'err.card_unread', isCertain: true }
    if (pan.length < CARD_DIGITS) return { key: 'err.card_short', parameters: { n: pan.length }, isCertain: false }
    return hasCheckDigit(pan) ? undefined : { key: 'err.card_wrong', isCertain: true }
  }
  const reading = readAddressToFill(destination.address)
  if (reading.ok) return undefined
  const { why } = reading.fault
  return { ...addressFaultText(reading.fault), isCertain: why !== 'short' && why !== 'wrong' }
}

/** The fields that a text for the address fills in: the address and the exact amount that the text asks for, or the text as it is. */
export function filledAddress(text: string): { readonly address: string; readonly amount?: string } {
  const reading = readAddressToFill(text)
  if (!reading.ok) return { address: text }
  return { address: reading.address, ...(reading.money && { amount: toDecimal(reading.money) }) }
}

/**
 * A share of the balance that can be entered, rounded down: 25 or 50 per cent. `decimals` where the way takes fewer decimals than the currency
 * has.
 */
export function shareOf(balance: Money, percent: bigint, decimals?: number): Money {
  return enterable(money(balance.currency, divideDown(balance.minor * percent, 100n)), decimals)
}

/** The highest amount that can be withdrawn: with its fee it is not above the balance. Zero for an empty account. */
export function mostOf(balance: Money, feeBasisPoints: bigint, decimals?: number): Money {
  const step = entryStep(balance.currency, decimals)
  let most = enterable(money(balance.currency, divideDown(balance.minor * 10_000n, 10_000n + feeBasisPoints)), decimals)
  // The fee is rounded up, so the division may be one step off.
  while (most.minor > 0n && compare(add(most, shareUp(most, feeBasisPoints)), balance) > 0) {
    most = money(most.currency, most.minor - step)
  }
  return most
}

/** Turns a fee in per cent from the config call (`1.50`) into basis points; zero for a text that is not such a number. */
export function basisPointsOf(percent: string | undefined): bigint {
  const match = /^([0-9]{1,3})\.([0-9]{2})$/.exec(percent ?? '')
  return match ? BigInt(`${match[1]}${match[2]}`) : 0n
}

/** The body of the request: the terms, what leaves the account by them, and their confirmation. */
export function requestOf(terms: WithdrawalTerms, proof: Proof | undefined): RequestOf<typeof withdrawal> {
  return { ...withdrawalBody(terms), total: toDecimal(add(terms.amount, terms.fee)), ...proof }
}

/** The terms as they are sent, for a passkey to sign. */
export function withdrawalBody({ amount, destination }: WithdrawalTerms): RequestOf<typeof startPasskeyWithdrawal> {
  const common = { amount: toDecimal(amount), currency_code: amount.currency }
  if (destination.kind === 'recipient') return { ...common, recipient_id: destination.recipient.id }
  if (destination.kind === 'typed') return { ...common, card_token: destination.card.token }
  return destination.kind === 'card' ? { ...common, pan: destination.pan } : { ...common, address: destination.address }
}

/** A card, or its mask, as shown for checking: first six and last four digits, `2200 12•• •••• 4821`. */
export function maskedCard(pan: string): string {
  const masked = pan.slice(0, 6) + '•'.repeat(Math.max(0, pan.length - 10)) + pan.slice(-4)
  return masked.replace(/(.{4})(?=.)/g, '$1\u00a0')
}
