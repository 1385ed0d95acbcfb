import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomOf } from '#survive/random'
import type { Attack, Row } from './attack-test.ts'
import { addresses } from './attacks/addresses.ts'
import { authorization } from './attacks/authorization.ts'
import { brokenText } from './attacks/broken-text.ts'
import { clocks } from './attacks/clocks.ts'
import { databaseRole } from './attacks/database-role.ts'
import { debianTools } from './attacks/debian-tools.ts'
import { dearNumbers, enumeration } from './attacks/enumeration.ts'
import { fields } from './attacks/fields.ts'
import { firstDay } from './attacks/first-day.ts'
import { floods } from './attacks/floods.ts'
import { guessing } from './attacks/guessing.ts'
import { messages } from './attacks/messages.ts'
import { origins } from './attacks/origins.ts'
import { outages } from './attacks/outages.ts'
import { paths } from './attacks/paths.ts'
import { people } from './attacks/people.ts'
import { pin } from './attacks/pin.ts'
import { rates } from './attacks/rates.ts'
import { sellers } from './attacks/sellers.ts'
import { signUps } from './attacks/sign-ups.ts'
import { sim } from './attacks/sim.ts'
import { smuggling } from './attacks/smuggling.ts'
import { stalling } from './attacks/stalling.ts'
import { starts } from './attacks/starts.ts'
import { steps } from './attacks/steps.ts'
import { stolenToken } from './attacks/stolen-token.ts'
import { strangers } from './attacks/strangers.ts'
import { velocity } from './attacks/velocity.ts'
import { webhooks } from './attacks/webhooks.ts'
import { openTarget, type Target } from './target.ts'

const ATTACKS: readonly Attack[] = [
  guessing,
  enumeration,
  dearNumbers,
  messages,
  stolenToken,
  sim,
  people,
  sellers,
  pin,
  outages,
  firstDay,
  velocity,
  signUps,
  strangers,
  steps,
  fields,
  brokenText,
  authorization,
  origins,
  addresses,
  webhooks,
  floods,
  clocks,
  rates,
  starts,
  databaseRole,
  smuggling,
  paths,
  stalling,
  debianTools,
]

interface Options {
  readonly quick: boolean
  readonly only?: string
  readonly seed?: string
  /** The file for what came of it. */
  readonly result: string
}

/**
 * Attacks a wallet that runs as in production, on this machine, and prints one table of what got through: `--quick`, `--only enumeration,pin`,
 * `--seed 7` for a run to be repeated, `--result` for another file than `attack-result.json`.
 */
async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string' },
      result: { type: 'string', default: 'attack-result.json' },
    },
  })
  // `npm run attack` has just built it.
  process.env.BUILT = 'on'
  const startedAt = performance.now()
  const seed = options.seed === undefined ? Date.now() % 1_000_000 : Number(options.seed)
  say(`Seed ${seed}`)
  const attacks = chosenBy(options)
  const target = await openTarget()
  const rows: Row[] = []
  try {
    for (const attack of attacks) rows.push(...(await runOne(attack, { target, seed, isQuick: options.quick })))
    rows.push(await booksAfterwards(target))
  } finally {
    await target.close()
  }
  say(`\n${tableOf(rows)}\n\n${Math.round((performance.now() - startedAt) / 1000)} seconds`)
  const told = { measuredAt: new Date().toISOString(), seed, isQuick: options.quick, rows }
  writeFileSync(options.result, `${JSON.stringify(told, null, 2)}\n`)
  process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
}

function chosenBy({ quick, only }: Options): readonly Attack[] {
  if (only === undefined) return quick ? ATTACKS.filter(({ isQuick }) => isQuick) : ATTACKS
  const chosen = only.split(',')
  const unknown = chosen.filter((name) => !ATTACKS.some((attack) => attack.name === name))
  if (unknown.length === 0) return ATTACKS.filter(({ name }) => chosen.includes(name))
  throw new Error(`There is no ${unknown.join(', ')}. There are: ${ATTACKS.map(({ name }) => name).join(', ')}`)
}

async function runOne(
  attack: Attack,
  { target, seed, isQuick }: { target: Target; seed: number; isQuick: boolean },
): Promise<readonly Row[]> {
  const startedAt = performance.now()
  say(`${attack.name} …`)
  const scene = { target, seed, isQuick, random: randomOf(seed, attack.name), tell: (line: string) => say(`   ${line}`) }
  const rows = await attack.run(scene).catch((error: unknown) => [failed(attack, error)])
  await target.forget()
  for (const row of rows)
    say(`   ${row.isMet ? 'met' : 'NOT MET'}: ${row.attack}: ${row.through} of ${row.tries} (${row.bar}) ${row.note}`)
  say(`   ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return rows
}

function failed({ name }: Attack, error: unknown): Row {
  const note = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { attack: name, tries: 0, through: '', bar: '', isMet: false, note }
}

async function booksAfterwards(target: Target): Promise<Row> {
  const broken = await target.brokenInvariants()
  const isRunning = target.wallet.isRunning() && target.side.isRunning()
  return {
    attack: 'the books after all of it',
    tries: 1,
    through: `${broken.length} broken invariants`,
    bar: 'none, and the wallet runs',
    isMet: broken.length === 0 && isRunning,
    note: [...broken, ...(isRunning ? [] : [`the wallet has ended: ${target.wallet.complaints.slice(-500)}`])].join(' '),
  }
}

/** The table, as Markdown. */
function tableOf(rows: readonly Row[]): string {
  const head = ['Attack', 'Tries', 'Got through', 'Bar', 'Met', 'Note']
  const lines = rows.map(({ attack, tries, through, bar, isMet, note }) => [
    attack,
    tries,
    through,
    bar,
    isMet ? 'yes' : 'NO',
    note,
  ])
  return [head, head.map(() => '---'), ...lines]
    .map((line) => `| ${line.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await main()
