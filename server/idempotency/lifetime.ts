/** For how many days an answer is kept under its key; afterwards the same key is a new one. */
export const ANSWER_KEPT_DAYS = 7
