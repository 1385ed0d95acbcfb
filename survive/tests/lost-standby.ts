import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, aKey, ask, type TestUser } from '#tests/builders'
import { type Load, untilAnswered } from '../load.ts'
import { standbyOf, waitForStandby } from '../standby.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const SILENCE_MS = 3000
/** So many clients go away while their commit waits, in each absence. */
const LEAVING = 6

/** R8: the standby that every commit has to reach is killed and comes back, again and again, and clients do not wait for it. */
export const lostStandby: SurvivalTest = {
  id: 'R8',
  name: 'the standby is killed',
  bar: `nobody is told of a commit that it does not have, a 503 comes in ${SILENCE_MS / 1000} s, money moves 5 s after it is back; what a client did not wait for is done once`,
  async run({ random, openJournal, isQuick, tell }) {
    const absences = isQuick ? 1 : 10
    const { startDatabase, standby } = standbyOf()
    const { perSecond, result, ...done } = await underLoad(
      { people: 12, random, openJournal, clients: 24, perSecond: 100, world: { startDatabase } },
      async (world, load) => {
        await waitForStandby(world.admin)
        const backMs: number[] = []
        let toldMeanwhile = 0
        const impatient = await createImpatient(world, load)
        for (let absence = 1; absence <= absences; absence += 1) {
          await pause(500 + random.below(1000))
          await standby().kill()
          // What had been asked for before may have been committed before.
          const since = performance.now() + 100
          const leaving = await impatient.leave()
          await pause(3000 + (isQuick ? 0 : random.below(2000)))
          toldMeanwhile += load.tally.answers.filter(({ askedAt }) => askedAt >= since).length
          await standby().start()
          backMs.push(await untilAnswered(load.tally, performance.now(), 30_000))
          await impatient.comeBack(leaving)
          tell(`${absence} absences, ${load.tally.told.length} acknowledged`)
        }
        await pause(1000)
        return { back: Math.max(...backMs), toldMeanwhile, wrong: impatient.wrong }
      },
    )
    const { silentMs } = done.load.tally
    const [wrong] = result.wrong
    return [
      rowOf(
        lostStandby,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 24 clients`,
          faults: `${absences} × kill -9 of the standby, ${absences * LEAVING} clients who went away`,
          recovery: `${Math.round(result.back)} ms at most; longest silence ${Math.round(silentMs)} ms`,
        },
        [
          {
            is: result.toldMeanwhile === 0,
            fact: `${result.toldMeanwhile} were told that money had moved while the standby was away`,
          },
          { is: wrong === undefined, fact: `who came back was told otherwise: ${wrong}` },
          { is: isQuick || result.back <= 5000, fact: `money moved only ${Math.round(result.back)} ms after it was back` },
          { is: isQuick || silentMs <= SILENCE_MS, fact: `a call was silent for ${Math.round(silentMs)} ms` },
        ],
      ),
    ]
  },
}

/** A client who asks for something and does not wait for the answer. */
interface Impatient {
  /** Asks for so many exchanges and hangs up; gives their keys. */
  leave(): Promise<readonly string[]>
  /** Asks for each again under its key until it is told what became of it. */
  comeBack(keys: readonly string[]): Promise<void>
  /** What nobody may be told. */
  readonly wrong: string[]
}

const HANGS_UP_MS = 300

async function createImpatient(world: World, { people: [person], journal }: Load): Promise<Impatient> {
  if (!person) throw new Error('There is nobody')
  const body = await person.exchangeBody('1.00', 'USD', 'EUR')
  const wrong: string[] = []
  return {
    wrong,
    async leave() {
      const keys = Array.from({ length: LEAVING }, aKey)
      const signal = AbortSignal.timeout(HANGS_UP_MS)
      const answers = keys.map((key) => exchange(world, person, { body, key, signal }).catch(() => undefined))
      for (const answer of await Promise.all(answers)) if (answer?.http === 200) wrong.push(JSON.stringify(answer))
      return keys
    },
    async comeBack(keys) {
      for (const key of keys) {
        const answer = await untilTold(() => exchange(world, person, { body, key }))
        if (answer.http === 200) {
          await journal.write({ kind: 'exchange', id: String(answer.transaction_id), currency: 'USD', minor: 100n })
        } else wrong.push(JSON.stringify(answer))
      }
    },
  }
}

function exchange(
  world: World,
  { token }: TestUser,
  { body, key, signal }: { body: object; key: string; signal?: AbortSignal },
): Promise<Answer> {
  return ask(world, 'POST', '/v2/wallet/exchange', { body, token, key, ...(signal && { signal }) })
}

async function untilTold(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.code !== 'busy' && answer.code !== 'idempotency_running') return answer
    await pause(40)
  }
}
