import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { environmentOfMachineClock, setMachineClock } from '#tests/fake-time'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const HOUR = 3600
const DAY = 86_400
const JUMPS: readonly [number, ...number[]] = [-DAY, -HOUR, -1, 1, HOUR, DAY]

/** R14: the clock of one wallet's machine jumps, forwards and back, under load. Codes and rates: tests/survival/clock.test.ts. */
export const wrongClock: SurvivalTest = {
  id: 'R14',
  name: 'a clock that jumps',
  bar: 'what every operation and posting is dated is the database’s clock, give or take a second, and in the order of posting',
  async run({ random, openJournal, isQuick }) {
    const jumps = isQuick ? 2 : 40
    const { perSecond, result, ...done } = await underLoad({ people: 12, random, openJournal, clients: 16, perSecond: 100 }, async (world) => {
      const file = join(world.folder, 'machine-clock')
      const [, second] = world.wallets
      if (!second) throw new Error('There are two wallets')
      setMachineClock(file, 0)
      await second.kill()
      await second.start(await environmentOfMachineClock(file))
      for (let jump = 0; jump < jumps; jump += 1) {
        setMachineClock(file, random.pick(JUMPS))
        await pause(500 + random.below(1500))
      }
      setMachineClock(file, 0)
      return await strangeInstants(world)
    })
    return [
      rowOf(
        wrongClock,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 16 clients`,
          faults: `${jumps} jumps of up to a day`,
          recovery: '',
        },
        [{ is: result.length === 0, fact: `${result.length} instants are strange: ${result[0]}` }],
      ),
    ]
  },
}

// The order of seq is that of posting on one account; two processes' readings of one clock may differ by a moment.
const STRANGE = `with posted as (
    select transfer.id, seq, posted_at, lag(posted_at) over (partition by account_id order by seq) as before
    from transfer join entry on transfer_id = transfer.id join account on account.id = account_id
    where account.user_id is not null
  )
  select id || ' was posted at ' || posted_at || ', after one at ' || before as strange
  from posted
  where posted_at < before - interval '1 second' or posted_at > clock_timestamp() + interval '1 second'
    or posted_at < pg_postmaster_start_time() - interval '1 second'
  union all
  select id || ' was made at ' || created_at
  from operation
  where created_at not between pg_postmaster_start_time() - interval '1 second' and clock_timestamp() + interval '1 second'`

async function strangeInstants({ admin }: World): Promise<string[]> {
  return (await admin.query<{ strange: string }>(STRANGE)).rows.map(({ strange }) => strange)
}
