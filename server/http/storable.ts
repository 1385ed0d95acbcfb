// Half a surrogate pair is no character, and PostgreSQL stores no NUL. Neither can come from a keyboard.
const UNSTORABLE = /[\0\ud800-\udfff]/gu

/** Whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) < 0
}

/** A JSON body without what PostgreSQL cannot store in jsonb: unstorable characters, and numbers beyond all bounds. Throws for no JSON. */
export function storableJson(body: Buffer): string {
  return JSON.stringify(JSON.parse(body.toString('utf8'), (_name, value: unknown) => cleaned(value)))
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(UNSTORABLE, '')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.replace(UNSTORABLE, ''), field]))
}
