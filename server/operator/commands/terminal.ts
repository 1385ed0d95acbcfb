import { createInterface } from 'node:readline'
import type { Terminal } from './desk.ts'

const YES = new Set(['y', 'yes', 'д', 'да'])

/** The terminal of this process. A question that is not answered (Ctrl-D, Ctrl-C) is answered with no. */
export const terminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
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
