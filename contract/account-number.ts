const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{4}-[0-9a-f]{12})$/
const DIGITS = 11

/** The quasigroup of order 10 by Damm (2004), a row for each interim digit: it detects every wrong digit and every two swapped neighbours. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/**
 * The number of an account for people, short enough to be read out: eleven digits of the random part of its id and a check digit, `4821 0937
 * 5164`. Nothing is paid by this number; calls take the id. A text that is not an id stays as it is.
 */
export function accountNumber(id: string): string {
  const random = ID.exec(id)?.[1]
  if (random === undefined) return id
  const digits = (BigInt(`0x${random.replace('-', '')}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0')
  return (digits + interim(digits)).replace(/(?=(....)+$)\B/g, ' ')
}

/** Whether a text may be the number of an account: twelve digits in any spacing, the last of which is a correct check digit. */
export function isAccountNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^[0-9]{12}$/.test(digits) && interim(digits) === '0'
}

function interim(digits: string): string {
  return [...digits].reduce((last, digit) => DAMM[Number(last)]?.[Number(digit)] ?? '', '0')
}
