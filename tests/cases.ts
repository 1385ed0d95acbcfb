import { expect } from 'vitest'
import { type Operated, operate } from './operator.ts'
import type { TestWallet } from './test-wallet.ts'

interface CaseRow {
  readonly id: string
  readonly kind: string
  readonly amount: string | null
  readonly resolution: string | null
}

/** The cases of a test's wallet, and its operator. */
export interface Cases {
  operator(...words: string[]): Promise<Operated>
  /** All cases of a reference, by kind. */
  allAbout(reference: string): Promise<readonly CaseRow[]>
  /** The case of a reference; fails unless there is exactly one. */
  about(reference: string): Promise<CaseRow>
  /** Resolves a case; fails unless it is resolved and recorded, once. */
  resolve(id: string, ...words: string[]): Promise<void>
  /** Fails unless this resolution is refused with this message. */
  expectRefused(id: string, words: readonly string[], complaint: string): Promise<void>
}

/** The cases of a wallet. */
export function casesOf(wallet: Pick<TestWallet, 'database' | 'databaseUrl'>): Cases {
  const operator = (...words: string[]): Promise<Operated> => operate({ DATABASE_URL: wallet.databaseUrl }, words)
  const allAbout = (reference: string): Promise<CaseRow[]> => {
    const text = `select id, kind, currency || ' ' || amount_minor as amount, resolution from operator_case
      where reference like $1 || '%' order by kind`
    return wallet.database.list<CaseRow>({ name: 'test.cases_about', text }, [reference])
  }
  return {
    operator,
    allAbout,
    async about(reference) {
      const found = await allAbout(reference)
      expect(found).toHaveLength(1)
      return found[0] as CaseRow
    },
    async resolve(id, ...words) {
      const done = await operator('cases', 'resolve', id, ...words, '--yes', '--as', 'vera', '--note', 'looked at')
      expect(done).toMatchObject({ code: 0, complaint: '' })
      const again = await operator('cases', 'resolve', id, ...words, '--yes')
      expect(again).toMatchObject({ code: 1, complaint: expect.stringContaining('It has ended') })
      const text = "select changed_by, area, note, after->>'state' as state from operator_change where subject = $1"
      const recorded = await wallet.database.list({ name: 'test.recorded_case', text }, [id])
      expect(recorded).toEqual([{ changed_by: 'vera', area: 'cases', note: 'looked at', state: words[0] }])
    },
    async expectRefused(id, words, complaint) {
      expect(await operator('cases', 'resolve', id, ...words, '--yes')).toMatchObject({ code: 1, complaint })
    },
  }
}
