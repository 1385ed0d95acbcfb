/**
 * Whether an object somewhere in a JSON text has one name twice: which of the two counts, another reader of the text may see otherwise. The text
 * has been parsed, so that it is JSON.
 */
export function hasDuplicateKeys(json: string): boolean {
  // Of each object or list that is open, the names so far; nothing for a list.
  const open: (Set<string> | undefined)[] = []
  let isName = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    if (character === '{' || character === ',') isName = open.at(-1) !== undefined
    else if (character === ':') isName = false
    if (character !== '"') continue
    const end = endOfString(json, at)
    const names = isName ? open.at(-1) : undefined
    if (names) {
      // However it is spelled: \u0074o is to.
      const name = String(JSON.parse(json.slice(at, end + 1)))
      if (names.has(name)) return true
      names.add(name)
    }
    at = end
  }
  return false
}

function endOfString(json: string, begin: number): number {
  let at = begin + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
