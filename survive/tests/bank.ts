import { setTimeout as pause } from 'node:timers/promises'
import { randomOf } from '../random.ts'
import { type Row, type Run, rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const SEEDS = 3
const ACKNOWLEDGED = 30_000
const LONGER_MS = 120_000

/** R1: everything at once for two minutes, and every look at the books from outside finds them whole. */
export const bank: SurvivalTest = {
  id: 'R1',
  name: 'the books are whole at every look',
  bar: `${SEEDS} seeds × 120 s, 4 currencies: ${ACKNOWLEDGED} acknowledged, 3 000 looks, none wrong`,
  async run(run) {
    const seeds = run.isQuick ? [run.seed] : Array.from({ length: SEEDS }, (_, place) => run.seed + place)
    const rows: Row[] = []
    for (const seed of seeds) rows.push(await runSeed({ ...run, seed, random: randomOf(seed) }))
    if (run.isQuick) return rows
    const [acknowledged, looks] = [rows.reduce((sum, row) => sum + row.acknowledged, 0), looksOf(rows)]
    run.tell(`${acknowledged} acknowledged, ${looks} looks`)
    return rows.map((row) => ({ ...row, isMet: row.isMet && acknowledged >= ACKNOWLEDGED && looks >= 3000 }))
  },
}

const looksOf = (rows: readonly Row[]): number => rows.reduce((sum, { faults }) => sum + Number.parseInt(faults, 10), 0)

async function runSeed({ seed, random, openJournal, isQuick }: Run): Promise<Row> {
  const seconds = isQuick ? 5 : 120
  const { perSecond, result, ...done } = await underLoad(
    { people: isQuick ? 4 : 8, currencies: ['USD', 'EUR', 'GBP', 'RUB'], random, openJournal, clients: 16 },
    async (world, { tally }) => {
      const wrong: string[] = []
      let looks = 0
      const end = performance.now() + seconds * 1000
      // On a busy machine it may take longer until there is enough of it.
      const isEnough = (): boolean => isQuick || tally.told.length >= ACKNOWLEDGED / SEEDS || performance.now() > end + LONGER_MS
      for (; performance.now() < end || !isEnough(); looks += 1) {
        wrong.push(...(await look(world)))
        await pause(60)
      }
      return { looks, wrong }
    },
  )
  return rowOf(
    bank,
    {
      ...done,
      loadName: `seed ${seed}: ${Math.round(perSecond)} a second, 16 clients, 4 currencies`,
      faults: `${result.looks} looks at one snapshot`,
      recovery: '',
    },
    [{ is: result.wrong.length === 0, fact: `${result.wrong.length} looks found something wrong: ${result.wrong[0]}` }],
  )
}

// In one snapshot: money neither comes from nowhere nor goes there, nobody is below nothing, and a balance is what its entries say.
const LOOK = `with held as (select account_id, currency, sum(amount_minor) as minor from entry group by account_id, currency)
  select 'the sum of ' || currency || ' is ' || sum(minor) as wrong from held group by currency having sum(minor) <> 0
  union all
  select 'account ' || account.id || ' says ' || balance_minor || ' and holds ' || coalesce(minor, 0)
  from account left join held on held.account_id = account.id
  where balance_minor is not null and (balance_minor <> coalesce(minor, 0) or balance_minor < 0)`

async function look({ admin }: World): Promise<string[]> {
  return (await admin.query<{ wrong: string }>(LOOK)).rows.map(({ wrong }) => wrong)
}
