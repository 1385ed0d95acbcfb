// OpenTelemetry reads what begins so itself (docs/operations.md, Traces), and has many of them.
const FOREIGN = 'OTEL'

// What Kubernetes tells every container of each Service, which may be called as a setting begins.
const SERVICE_LINK = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_[A-Z0-9]+)?)$/
const LINK = /^(tcp|udp|sctp):\/\//

/**
 * Which names of an environment resemble a setting and are none: a misspelt limit would silently be the default. A name does that begins
 * with the word that several settings begin with, or with the first two words of one that is alone with its first; and one that is a few
 * letters away from a setting, one for each six of its own.
 */
export function findUnknown(environment: Readonly<Record<string, unknown>>, settings: readonly string[]): string[] {
  const known = new Set(settings)
  const families = familiesOf(settings)
  return Object.entries(environment).flatMap(([given, value]) => {
    const name = given.toUpperCase()
    if (known.has(given) || SERVICE_LINK.test(name) || LINK.test(String(value))) return []
    const isOurs = families.some((family) => name.startsWith(family)) || settings.some((setting) => isNear(name, setting))
    return isOurs ? [given] : []
  })
}

function familiesOf(settings: readonly string[]): string[] {
  const ours = settings
    .map((setting) => setting.split('_'))
    .filter(([first, second]) => second !== undefined && first !== FOREIGN)
  return ours.map(([first, second]) => {
    const isAlone = ours.filter(([other]) => other === first).length === 1
    return isAlone ? `${first}_${second}` : `${first}_`
  })
}

const LETTERS_FOR_A_MISTAKE = 6

function isNear(name: string, setting: string): boolean {
  const most = Math.max(1, Math.floor(setting.length / LETTERS_FOR_A_MISTAKE))
  return Math.abs(name.length - setting.length) <= most && distance(name, setting) <= most
}

/** How many letters have to be added, taken away or changed to make one word of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1]
    for (const [at, otherLetter] of [...other].entries()) {
      const changed = (row[at] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
