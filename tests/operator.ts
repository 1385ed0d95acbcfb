import { execFile } from 'node:child_process'
import { programOf } from '#tests/programs'

/** What a command of the operator said, and how it ended. */
export interface Operated {
  readonly code: number
  readonly said: string
  readonly complaint: string
}

/** Runs `npm run operator -- …` as a process of its own, without a terminal; `program` is what Node runs. */
export function operate(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
  program: readonly string[] = programOf('operator'),
): Promise<Operated> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...program, ...words],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0
        resolve({ code, said: stdout, complaint: stderr.trim() })
      },
    )
    child.stdin?.end()
  })
}
