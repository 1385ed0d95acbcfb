import type { BrandAssets } from '#brands/brands'
import type { Database } from '#server/db/pool'
import {
  type Author,
  type Change,
  type Facts,
  isNothing,
  type MadeChange,
  makeChange,
  type Proposal,
} from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import type { Emails } from '#server/operator/find-people'
import type { OperatorSecrets } from '#server/operator/secret'
import type { VelocityFigures } from '#server/operator/velocity'
import { columns, factName, shown } from './table.ts'

/** Output and confirmation of a command. */
export interface Terminal {
  print(line: string): void
  /** Whether somebody can be asked for confirmation. */
  readonly isInteractive: boolean
  /** Asks for confirmation; anything but yes is no. */
  confirm(question: string): Promise<boolean>
}

/** The context of a command. */
export interface CommandContext {
  readonly database: Database
  readonly assets: BrandAssets
  /** This wallet in one line: its brand, and where its data are. */
  readonly place: string
  /** The margin while the operator has set none, in basis points. */
  readonly marginBasisPoints: number
  /** The figures of the velocity rules that the operator has not set. */
  readonly velocity: VelocityFigures
  readonly clock: () => Date
  readonly terminal: Terminal
  readonly author: Author
  /** The secrets that the wallet would be started with. Refuses (OperatorFault) where the settings have none. */
  readonly secrets: () => Promise<OperatorSecrets>
  /** What reads the e-mails of people; nothing where the settings have no secret. */
  readonly emails: () => Promise<Emails | undefined>
  readonly isDryRun: boolean
  readonly isSure: boolean
  /** A phone number in E.164, or undefined when it is not one. */
  readonly readPhone: (unchecked: string) => string | undefined
}

/**
 * Shows a change and makes it after confirmation: by --yes, or at the terminal. Returns the change made, if any. Refuses (OperatorFault)
 * when nobody can be asked.
 */
export async function applyChange<F extends Facts>(
  context: CommandContext,
  change: Change<F>,
): Promise<MadeChange<F> | undefined> {
  const { database, terminal, author } = context
  const proposal = await change.propose(database)
  if (isNothing(proposal)) {
    terminal.print(`${titleOf(change)}: it is so already, nothing to change.`)
    return undefined
  }
  if (!(await confirmProposal(context, titleOf(change), proposal))) return undefined
  // With --yes nobody has confirmed the exact values; what was confirmed must still be what happens.
  const made = await makeChange(database, change, { author, agreedTo: context.isSure ? undefined : proposal })
  terminal.print(made ? `Done by ${author.name}: change ${made.id}.` : 'Somebody else did it in the meantime.')
  return made
}

/**
 * Shows a proposal and asks for confirmation; --yes skips the question, --dry-run declines. Refuses (OperatorFault) when nobody can be
 * asked.
 */
export async function confirmProposal(context: CommandContext, title: string, proposal: Proposal<Facts>): Promise<boolean> {
  const { terminal } = context
  terminal.print(context.place)
  terminal.print(title)
  for (const line of difference(proposal)) terminal.print(`  ${line}`)
  if (context.isDryRun) {
    terminal.print('Dry run: nothing was changed.')
    return false
  }
  if (context.isSure || (await agree(terminal))) return true
  terminal.print('Nothing was changed.')
  return false
}

function titleOf({ area, subject, displayName }: Pick<Change<Facts>, 'area' | 'subject' | 'displayName'>): string {
  return `${area} · ${displayName ?? subject}`
}

async function agree(terminal: Terminal): Promise<boolean> {
  if (!terminal.isInteractive) {
    throw new OperatorFault('There is no terminal to ask at; nothing was changed. Say --yes to change it, --dry-run to look')
  }
  return terminal.confirm('Apply? [y/N] ')
}

/** The differences, in lines: `topup min  10.00  → 20.00`. Unchanged values are left out. */
export function difference({ before, after }: Proposal<Facts>): string[] {
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  return columns(changed.map((name) => [factName(name), shown(before[name]), `→ ${shown(after[name])}`]))
}
