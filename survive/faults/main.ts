import { runSeededFaults } from './faults.ts'
import { SEEDED_FAULTS } from './seeded-faults.ts'

// npx tsx survive/faults/main.ts [name…]
const names = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const results = await runSeededFaults({
  ...(names.length > 0 && { only: names }),
  tell: (line) => void process.stdout.write(`${line}\n`),
})
process.stdout.write('\n| Fault | What is changed | Caught by | Seconds |\n|---|---|---|---|\n')
for (const { name, caughtBy, seconds } of results) {
  const mistake = SEEDED_FAULTS.find((fault) => fault.name === name)?.mistake ?? ''
  process.stdout.write(`| ${name} | ${mistake} | ${caughtBy ?? '**nothing**'} | ${seconds.toFixed(1)} |\n`)
}
process.exitCode = results.every(({ caughtBy }) => caughtBy !== undefined) ? 0 : 1
