import { existsSync } from 'node:fs'
import { findOrUnpack } from '../scripts/debian.mjs'

const FOLDER = 'node_modules/.cache/promtool'

/** The path of Prometheus' promtool. Debian's package would bring a server that starts; of it only this program is taken. Rejects where there is none. */
export function findPromtool(): Promise<string> {
  const places = ['/usr/bin/promtool', `${FOLDER}/promtool`]
  const look = (): string | undefined => places.find((place) => existsSync(place))
  const program = { name: 'prometheus', path: 'usr/bin/promtool', folder: FOLDER }
  return findOrUnpack(look, program, 'Tests of alarms need promtool: install prometheus')
}
