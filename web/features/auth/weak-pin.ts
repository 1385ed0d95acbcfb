const ROWS = ['01234567890', '09876543210']

/** Whether a PIN is easy to guess: one digit, a sequence, a repeated pair, a year of birth. Only a hint. */
export function isWeakPin(pin: string): boolean {
  if (pin.length !== 4) return false
  if (ROWS.some((row) => row.includes(pin))) return true
  return pin.slice(0, 2) === pin.slice(2) || /^(19[3-9]|20[0-2])[0-9]$/.test(pin)
}
