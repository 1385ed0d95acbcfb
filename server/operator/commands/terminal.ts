import { createInterface } from 'node:readline'
import type { Terminal } from './context.ts'

const YES = new Set(['y', 'yes', 'д', 'да'])

/** The terminal of this process. An unanswered question (Ctrl-D, Ctrl-C) counts as no. */
export const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  isInteractive: process.stdin.isTTY === true,
  confirm: (question) =>
    new Promise((resolve) => {
      const lines = createInterface({ input: process.stdin, output: process.stdout })
      lines.once('close', () => resolve(false))
      lines.question(question, (answer) => {
        resolve(YES.has(answer.trim().toLowerCase()))
        lines.close()
      })
    }),
}
