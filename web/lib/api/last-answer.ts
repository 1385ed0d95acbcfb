let answeredAt: Date | undefined

/** Notes that the server has just answered: the time that the offline bar tells. */
export function noteAnswer(): void {
  answeredAt = new Date()
}

/** When the server answered last in this page's life; nothing before the first answer. */
export function lastAnswerAt(): Date | undefined {
  return answeredAt
}
