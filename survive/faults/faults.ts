import { readFileSync } from 'node:fs'
import { getTestFile } from '#tests/test-ids'
import { TreeCopy } from '#tests/tree-copy'
import { runTests } from './run-tests.ts'
import { type SeededFault, seedFault } from './seeded-fault.ts'
import { SEEDED_FAULTS } from './seeded-faults.ts'

/** A fault that was put into a copy of the code; `caughtBy` is the test that failed for it, file and title, or nothing when none did. */
export interface SeededFaultResult {
  readonly name: string
  readonly caughtBy: string | undefined
  readonly seconds: number
}

export interface SeededFaultsOptions {
  /** The names of faults; all of them when left out. */
  readonly only?: readonly string[]
  /** Hears what is being done, a line at a time. */
  tell(line: string): void
}

// A test file starts a PostgreSQL: more of them at once are no quicker on a small machine.
const WORKERS = 2

/**
 * Tests the tests: puts each fault into a copy of the code, where the test that is there for it has to fail. Throws when a fault does not
 * fit the code any more or does not compile, or when one of those tests does not pass on the code as it is.
 */
export async function runSeededFaults({ only, tell }: SeededFaultsOptions): Promise<readonly SeededFaultResult[]> {
  const faults = chooseFaults(only)
  const copies = Array.from({ length: Math.min(WORKERS, faults.length) }, () => new TreeCopy())
  const removeCopies = (): void => {
    for (const copy of copies) copy.remove()
  }
  // Also when the process is ended in between.
  process.once('exit', removeCopies)
  try {
    const [first] = copies
    if (!first) return []
    tell(`${faults.length} faults: do they compile, and do their tests pass without them?`)
    await expectCompiles(first, faults)
    await expectPasses(
      first,
      faults.map(({ caughtBy }) => caughtBy),
    )
    const left = faults.values()
    const results = new Map<SeededFault, SeededFaultResult>()
    await Promise.all(
      copies.map(async (copy) => {
        for (const fault of left) results.set(fault, await tryFault(copy, fault, tell))
      }),
    )
    return faults.flatMap((fault) => results.get(fault) ?? [])
  } finally {
    process.off('exit', removeCopies)
    removeCopies()
  }
}

function chooseFaults(only: readonly string[] | undefined): readonly SeededFault[] {
  const unknown = only?.find((name) => SEEDED_FAULTS.every((fault) => fault.name !== name))
  if (unknown !== undefined) throw new Error(`There is no fault ${unknown}: ${SEEDED_FAULTS.map(({ name }) => name).join(', ')}`)
  const chosen = SEEDED_FAULTS.filter(({ name }) => only?.includes(name) ?? true)
  for (const fault of chosen) {
    seedFault(fault, readFileSync(fault.file, 'utf8'))
    getTestFile(fault.caughtBy)
  }
  return chosen
}

/** Refuses faults of which one does not compile: it would be caught by no test. Those that change different places are compiled together. */
export async function expectCompiles(copy: TreeCopy, faults: readonly SeededFault[]): Promise<void> {
  let left = faults
  while (left.length > 0) {
    const seeded = new Map<string, string>()
    const later: SeededFault[] = []
    for (const fault of left) {
      const source = seeded.get(fault.file) ?? readFileSync(fault.file, 'utf8')
      if (source.includes(fault.text)) seeded.set(fault.file, seedFault(fault, source))
      else later.push(fault)
    }
    for (const [file, source] of seeded) copy.change(file, () => source)
    const said = await copy.compile('server')
    for (const file of seeded.keys()) copy.put(file, file)
    if (said !== '') throw new Error(`A fault does not compile:\n${said}`)
    left = later
  }
}

async function expectPasses(copy: TreeCopy, ids: readonly string[]): Promise<void> {
  const { ends, broken } = await runTests(copy, ids)
  const failed = ends.find(({ failure }) => failure !== undefined)
  if (failed) throw new Error(`Without any fault ${failed.file} › ${failed.title} fails: ${failed.failure}`)
  if (broken !== undefined) throw new Error(`Without any fault the tests do not run: ${broken}`)
  const missing = ids.find((id) => !ends.some(({ title }) => title.endsWith(`[${id}]`)))
  if (missing !== undefined) throw new Error(`Without any fault the test ${missing} of ${getTestFile(missing)} does not run`)
}

async function tryFault(copy: TreeCopy, fault: SeededFault, tell: (line: string) => void): Promise<SeededFaultResult> {
  const { name, file, caughtBy } = fault
  const startedAt = performance.now()
  copy.change(file, (source) => seedFault(fault, source))
  const { ends, broken } = await runTests(copy, [caughtBy])
  copy.put(file, file)
  const failed = ends.find(({ failure }) => failure !== undefined)
  const because = failed?.failure ?? (broken === undefined ? 'its test passes' : `its test does not run: ${broken}`)
  tell(`${failed ? 'caught' : 'NOT CAUGHT'}  ${name}: ${because}`)
  return {
    name,
    caughtBy: failed && `${failed.file} › ${failed.title}`,
    seconds: (performance.now() - startedAt) / 1000,
  }
}
