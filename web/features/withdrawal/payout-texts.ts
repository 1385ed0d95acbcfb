import type { TextKey } from '#texts/texts'

/** The texts of a form that pays out: one form withdraws, the other sends. */
export interface PayoutTexts {
  readonly card: TextKey
  readonly submit: TextKey
  /** With `{amount}`: on the buttons of the form and of the PIN step, so that the user sees the amount they confirm. */
  readonly submitAmount: TextKey
  readonly takeAll: TextKey
  readonly confirm: TextKey
}

/** The texts of the withdrawal screen. */
export const WITHDRAWAL_TEXTS: PayoutTexts = {
  card: 'wd.card',
  submit: 'wd.submit',
  submitAmount: 'wd.submit_amount',
  takeAll: 'wd.take_all',
  confirm: 'pin.title',
}

/** The texts of the screen that sends to another person's card. */
export const SENDING_TEXTS: PayoutTexts = {
  card: 'save.recipient',
  submit: 'save.submit',
  submitAmount: 'save.submit_amount',
  takeAll: 'save.take_all',
  confirm: 'save.confirm',
}
