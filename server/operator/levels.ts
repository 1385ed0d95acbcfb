import type { Queryable } from '#server/db/queryable'
import { type LevelText, levelTextIn } from '#server/users/levels'
import { type InEveryLanguage, inEveryLanguage, LANGUAGES, type Language } from '#texts/languages'
import type { Change } from './change.ts'
import { OperatorFault, unknownName } from './fault.ts'

/** Its name in a language, as a fact: `name_ru`. */
export type NameFact = `name_${Language}`
export const NAME_FACTS: readonly NameFact[] = LANGUAGES.map((language): NameFact => `name_${language}`)

/** A level as it is shown and recorded. `topup` and `withdrawal` are the flags of users who reach it. */
export type LevelFacts = { readonly [Name in NameFact]: string } & {
  readonly ask_for_next: OnOff
  readonly topup: OnOff
  readonly withdrawal: OnOff
}

export type OnOff = 'on' | 'off'

interface LevelRow {
  code: string
  name: LevelText
  ask_for_next: boolean
  is_topup_allowed: boolean
  is_withdrawal_allowed: boolean
}

const LIST = {
  name: 'operator.list_levels',
  text: `select code, name, ask_for_next, is_topup_allowed, is_withdrawal_allowed from level order by position`,
}
const UPDATE = {
  name: 'operator.update_level',
  text: `update level set name = $2, ask_for_next = $3, is_topup_allowed = $4, is_withdrawal_allowed = $5
    where code = $1`,
}

/** The levels by code, in their order. */
export async function listLevels(queryable: Queryable): Promise<Map<string, LevelFacts>> {
  const rows = await queryable.list<LevelRow>(LIST)
  return new Map(
    rows.map((row) => [
      row.code,
      {
        ...namesOf(row.name),
        ask_for_next: onOff(row.ask_for_next),
        topup: onOff(row.is_topup_allowed),
        withdrawal: onOff(row.is_withdrawal_allowed),
      },
    ]),
  )
}

/** The level of a code. Refuses (OperatorFault) an unknown code. */
export async function getLevelFacts(queryable: Queryable, code: string): Promise<LevelFacts> {
  const levels = await listLevels(queryable)
  const level = levels.get(code)
  if (!level) throw unknownName('level', code, [...levels.keys()])
  return level
}

const NAME_MAX = 60

/** Changes a level; what is not named stays. Users keep their own flags. Refuses an empty or too long name. */
export function levelChange(code: string, update: Partial<LevelFacts>): Change<LevelFacts> {
  return {
    area: 'levels',
    subject: code,
    async propose(queryable) {
      for (const name of NAME_FACTS.map((fact) => update[fact])) {
        if (name !== undefined && (name.trim() === '' || name.length > NAME_MAX || /\p{Cc}/u.test(name))) {
          throw new OperatorFault(`"${name}" cannot be the name of a level`)
        }
      }
      const before = await getLevelFacts(queryable, code)
      return { before, after: { ...before, ...update } }
    },
    async write(tx, { after }) {
      const { ask_for_next, topup, withdrawal } = after
      const name = JSON.stringify(levelNameOf(after))
      await tx.run(UPDATE, [code, name, ask_for_next === 'on', topup === 'on', withdrawal === 'on'])
    },
  }
}

function namesOf(name: LevelText): { readonly [Name in NameFact]: string } {
  // Every fact has its name.
  return Object.fromEntries(LANGUAGES.map((language) => [`name_${language}`, levelTextIn(name, language)])) as {
    readonly [Name in NameFact]: string
  }
}

/** What a level is called, by language. */
export function levelNameOf(facts: LevelFacts): InEveryLanguage<string> {
  return inEveryLanguage((language) => facts[`name_${language}`])
}

/** A flag as a word. */
export function onOff(flag: boolean): OnOff {
  return flag ? 'on' : 'off'
}
