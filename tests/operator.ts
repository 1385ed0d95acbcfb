import { execFile } from 'node:child_process'
import { operate as operateHere } from '#server/app/operate'
import { programOf } from '#tests/programs'

/** The output and exit code of an operator command. */
export interface Operated {
  readonly code: number
  readonly said: string
  readonly complaint: string
}

type Environment = Readonly<Record<string, string>>

/** Runs an operator command in this process, without a terminal. */
export async function operate(environment: Environment, words: readonly string[]): Promise<Operated> {
  const [said, complaints]: [string[], string[]] = [[], []]
  const code = await operateHere({
    words,
    environment: { ...process.env, ...environment },
    terminal: { print: (line) => void said.push(`${line}\n`), isInteractive: false, confirm: () => Promise.resolve(false) },
    complain: (line) => void complaints.push(line),
  })
  return { code, said: said.join(''), complaint: complaints.join('\n') }
}

/** Runs `npm run operator -- …` as a process of its own, without a terminal. */
export function runOperator(environment: Environment, words: readonly string[]): Promise<Operated> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...programOf('operator'), ...words],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0
        resolve({ code, said: stdout, complaint: stderr.trim() })
      },
    )
    child.stdin?.end()
  })
}
