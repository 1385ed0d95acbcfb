import { changeCommands } from './changes.ts'
import { checkpointCommands } from './checkpoints.ts'
import type { Command } from './command.ts'
import { correctionCommands } from './corrections.ts'
import { exportCommands } from './exports.ts'
import { flagCommands } from './feature-flags.ts'
import { levelCommands } from './levels.ts'
import { marginCommands } from './margins.ts'
import { notifyCommands } from './notify.ts'
import { operationCommands } from './operations.ts'
import { personDataCommands } from './person-data.ts'
import { secretCommands } from './secret.ts'
import { supportCommands } from './support.ts'
import { textCommands } from './texts.ts'
import { userCommands } from './users.ts'
import { velocityCommands } from './velocity.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...flagCommands,
  ...textCommands,
  ...levelCommands,
  ...marginCommands,
  ...velocityCommands,
  ...supportCommands,
  ...notifyCommands,
  ...userCommands,
  ...personDataCommands,
  ...operationCommands,
  ...correctionCommands,
  ...checkpointCommands,
  ...exportCommands,
  ...secretCommands,
  ...changeCommands,
]
