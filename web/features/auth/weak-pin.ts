const ROWS = ['01234567890', '09876543210']

/** Whether four digits are among the first a stranger would try: one digit, a row, a pair twice, a year of birth. Only ever a hint. */
export function isWeakPin(pin: string): boolean {
  if (pin.length !== 4) return false
  if (ROWS.some((row) => row.includes(pin))) return true
  return pin.slice(0, 2) === pin.slice(2) || /^(19[3-9]|20[0-2])[0-9]$/.test(pin)
}
