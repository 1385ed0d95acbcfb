/** What is left to do about an amount that was typed, by what money/parse-amount.ts says of it. Why it was not understood stands at its field. */
export const AMOUNT_FAULTS = { grammar: 'reason.other_amount', scale: 'reason.other_amount', zero: 'err.amount.zero' } as const
