// OpenTelemetry has many variables with this prefix, and reads them itself (docs/operations.md, Traces).
const FOREIGN = 'OTEL'

// Kubernetes gives every container these variables for each Service, and a Service's name may start like a setting.
const SERVICE_LINK = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_[A-Z0-9]+)?)$/
const LINK = /^(tcp|udp|sctp):\/\//

/**
 * The names in an environment that resemble a setting and are none: a misspelt limit would silently keep its default. A name resembles a setting
 * when it starts with the first word of several settings, or with the first two words of a setting whose first word no other has; or when it is a
 * few letters away from a setting, one for every six letters of the setting.
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

/** How many letters have to be added, removed or changed to turn one word into the other. */
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
