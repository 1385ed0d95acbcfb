import { randomBytes } from 'node:crypto'
import { bytesOf, openConnection } from '#survive/raw-http'
import { type Attack, counted } from '../attack-test.ts'
import { somePeople } from '../people.ts'

/** A token is sent in every form but the one that is agreed. */
export const authorization: Attack = {
  name: 'authorization',
  isQuick: true,
  async run({ target, random }) {
    const [anna] = await somePeople(target, 1)
    if (!anna) throw new Error('There is nobody')
    const variants = formsOf(anna.token, (count) => random.below(count)).slice(0, 500)
    const through: string[] = []
    let broken = 0
    for (const lines of variants) {
      const plain = bytesOf({ method: 'GET', path: '/v2/wallet/auth/info' }).toString('latin1')
      const line = await openConnection(target.side.url)
      const timer = setTimeout(() => line.close(), 2000)
      const answer = await line.ask(Buffer.from(plain.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`), 'latin1'))
      clearTimeout(timer)
      line.close()
      if (answer?.status === 200) through.push(JSON.stringify(lines).slice(0, 100).replace(anna.token, '…'))
      if (answer && answer.status >= 500) broken += 1
    }
    const row = counted('an Authorization that is not `Token …`, once', {
      tries: variants.length,
      through: through.length,
      bar: '0 × 200, no 5xx',
      note: [...through.slice(0, 5), broken > 0 && `${broken} × 5xx`].filter(Boolean).join('; '),
    })
    return [{ ...row, isMet: row.isMet && broken === 0 }]
  },
}

const SCHEMES = [
  'token',
  'TOKEN',
  'tOKEN',
  'Bearer',
  'bearer',
  'Basic',
  'Digest',
  'JWT',
  'Api-Key',
  'Negotiate',
  '',
  'Token:',
  'Token=',
  'Toke',
  'Tokens',
]
const SEPARATORS = ['  ', '\t', '', ':', '=', ' "', ' token=', ',', ' , ', ' \u00a0', ';', '/']
const ENDS = ['x', '=', '"', ';', ',', ' x', '\u0000', '.', '%00', '%20', '\u00a0', '?', '#', '/', '\\']

/** Heads of requests, each of which has the token in a form that is not the agreed one. */
function formsOf(token: string, below: (count: number) => number): readonly (readonly string[])[] {
  const header = (value: string): readonly string[] => [`authorization: ${value}`]
  const right = `Token ${token}`
  const fixed = [
    ...SCHEMES.map((scheme) => header(`${scheme} ${token}`)),
    ...SCHEMES.flatMap((scheme) => SEPARATORS.slice(3, 9).map((separator) => header(`${scheme}${separator}${token}`))),
    ...SEPARATORS.map((separator) => header(`Token${separator}${token}`)),
    ...ENDS.map((end) => header(`${right}${end}`)),
    ...ENDS.map((end) => header(`Token ${end}${token}`)),
    [...header(right), ...header(right)],
    [...header(right), ...header('Token x')],
    [...header('Token x'), ...header(right)],
    header(`${right}, ${right}`),
    header(`Token ${token} ${token}`),
    header(Buffer.from(token).toString('base64')),
    header(`Basic ${Buffer.from(`${token}:`).toString('base64')}`),
    header(`Token ${token.toUpperCase()}`),
    header(`Token ${token.slice(0, -1)}`),
    header(`Token ${token}${'A'.repeat(200)}`),
    header(`Token ${'A'.repeat(10_000)}`),
    [`authorization : ${right}`],
    [` authorization: ${right}`],
    [`authorization:`, ` ${right}`],
    [`x-authorization: ${right}`],
    [`proxy-authorization: ${right}`],
    [`cookie: token=${token}`],
    [`cookie: authorization=${right}`],
    [`auth-token: ${token}`],
    [`x-auth-token: ${token}`],
  ]
  const changed = Array.from({ length: 600 }, () => {
    const place = below(token.length)
    const letter = randomLetter(token[place] ?? '')
    return header(`Token ${token.slice(0, place)}${letter}${token.slice(place + 1)}`)
  })
  return [...fixed, ...changed]
}

function randomLetter(not: string): string {
  for (;;) {
    const letter = randomBytes(3).toString('base64url')[0] ?? 'A'
    if (letter !== not) return letter
  }
}
