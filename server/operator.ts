import { operate } from './app/operate.ts'
import { terminal } from './operator/commands/terminal.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'

ignoreClosedPipe()
// `npm run operator -- …`: the operator's commands, at the terminal of this process.
process.exitCode = await operate({
  words: process.argv.slice(2),
  environment: process.env,
  terminal,
  complain: (line) => void process.stderr.write(`${line}\n`),
})
