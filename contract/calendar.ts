/** Whether a day, `2026-02-28`, is in the calendar. JavaScript itself parses 30 February as 2 March. */
export function isInCalendar(day: string): boolean {
  const start = new Date(`${day}T00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}
