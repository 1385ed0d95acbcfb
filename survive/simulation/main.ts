import { parseArgs } from 'node:util'
import { runSimulation } from './simulation.ts'

/** Simulates seeds 1 to `--seeds`, or replays one (`--seed`), and says what they came to. Exits with 1 when one deviates. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      steps: { type: 'string', default: '200' },
      seed: { type: 'string' },
    },
  })
  const seeds =
    values.seed === undefined ? Array.from({ length: Number(values.seeds) }, (_, place) => place + 1) : [Number(values.seed)]
  const tell = (line: string): void => void process.stdout.write(`${line}\n`)
  const { deviations, ...sums } = await runSimulation({ seeds, steps: Number(values.steps), tell })
  tell(JSON.stringify({ ...sums, deviations: deviations.map(({ seed, step }) => ({ seed, step })) }))
  process.exitCode = deviations.length === 0 ? 0 : 1
}

await main()
