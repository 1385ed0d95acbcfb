const DIGIT = /\p{Nd}/u

/**
 * A text with the digits of any script as 0 to 9 and full-width signs as their usual forms, without the invisible characters that a
 * copied text contains. All other characters stay.
 */
export function withAsciiDigits(text: string): string {
  const visible = text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').replace(/[\uff01-\uff5e]/g, halfWidth)
  return visible.replace(/\p{Nd}/gu, asciiDigit)
}

function halfWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0)
}

/** Unicode has the digits of a script in a row of ten, 0 first. */
function asciiDigit(character: string): string {
  const at = character.codePointAt(0) ?? 0
  let first = at
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
  return String((at - first) % 10)
}
