import { changeCommands } from './changes.ts'
import type { Command } from './command.ts'
import { levelCommands } from './levels.ts'
import { marginCommands } from './margins.ts'
import { notifyCommands } from './notify.ts'
import { supportCommands } from './support.ts'
import { switchCommands } from './switches.ts'
import { textCommands } from './texts.ts'
import { userCommands } from './users.ts'

/** Everything the operator can do, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...switchCommands,
  ...textCommands,
  ...levelCommands,
  ...marginCommands,
  ...supportCommands,
  ...notifyCommands,
  ...userCommands,
  ...changeCommands,
]
