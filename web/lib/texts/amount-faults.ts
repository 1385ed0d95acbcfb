/** What is wrong with an amount that was typed, by what money/amount.ts says of it. */
export const AMOUNT_FAULTS = { grammar: 'err.amount.number', scale: 'err.amount.number', zero: 'err.amount.zero' } as const
