import type { TextKey, TextParameters } from './texts.ts'

const ADJECTIVE = /^(.+?)(?:[ыо]й|([кгх])ий|(ий))$/

/** At a level, as a limit of it begins: «На базовом уровне», «На уровне „премиум“», "At the basic level". */
export function atLevel(t: (key: TextKey, parameters?: TextParameters) => string, name: string): string {
  const [, stem, velar = '', soft] = ADJECTIVE.exec(name) ?? []
  if (stem === undefined) return t(/[а-я]$/.test(name) ? 'limit.at_named' : 'limit.at', { level: name })
  return t('limit.at', { level: stem + velar + (soft === undefined ? 'ом' : 'ем') })
}
