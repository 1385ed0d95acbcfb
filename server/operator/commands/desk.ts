import type { BrandAssets } from '#brands/brands'
import type { Database } from '#server/db/pool'
import { type Author, type Change, type Facts, isNothing, type Made, makeChange, type Proposal } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { columns, factName, shown } from './table.ts'

/** Where a command speaks and asks. */
export interface Terminal {
  say(line: string): void
  /** Whether there is a person to ask. */
  readonly isInteractive: boolean
  /** Asks for a yes; anything else is no. */
  confirm(question: string): Promise<boolean>
}

/** All that a command works with. */
export interface Desk {
  readonly database: Database
  readonly assets: BrandAssets
  /** What this wallet is, in a line: its brand, and where its data are. */
  readonly place: string
  /** The margin before the operator has said anything, in basis points. */
  readonly marginBasisPoints: number
  readonly clock: () => Date
  readonly terminal: Terminal
  readonly author: Author
  readonly isDryRun: boolean
  readonly isSure: boolean
  /** A phone number in its one spelling (E.164), or nothing when it is none. */
  readonly readPhone: (unchecked: string) => string | undefined
}

/**
 * Shows a change and makes it once it is agreed to: by --yes, or by a person at a terminal. Gives what was made, or nothing. Refuses
 * (OperatorFault) when there is nobody to ask.
 */
export async function carryOut<F extends Facts>(desk: Desk, change: Change<F>): Promise<Made<F> | undefined> {
  const { database, terminal, author } = desk
  const proposal = await change.propose(database)
  if (isNothing(proposal)) {
    terminal.say(`${titleOf(change)}: it is so already, nothing to change.`)
    return undefined
  }
  if (!(await agreeTo(desk, titleOf(change), proposal))) return undefined
  // What nobody looked at may have moved on; what a person agreed to must still be what happens.
  const made = await makeChange(database, change, { author, agreedTo: desk.isSure ? undefined : proposal })
  terminal.say(made ? `Done by ${author.name}: change ${made.id}.` : 'Somebody else did it in the meantime.')
  return made
}

/**
 * Shows a proposal and asks whether to go on; with --yes it only shows it, with --dry-run it says no. Refuses (OperatorFault) when
 * there is nobody to ask.
 */
export async function agreeTo(desk: Desk, title: string, proposal: Proposal<Facts>): Promise<boolean> {
  const { terminal } = desk
  terminal.say(desk.place)
  terminal.say(title)
  for (const line of difference(proposal)) terminal.say(`  ${line}`)
  if (desk.isDryRun) {
    terminal.say('Dry run: nothing was changed.')
    return false
  }
  if (desk.isSure || (await agree(terminal))) return true
  terminal.say('Nothing was changed.')
  return false
}

function titleOf({ area, subject, calledHere }: Pick<Change<Facts>, 'area' | 'subject' | 'calledHere'>): string {
  return `${area} · ${calledHere ?? subject}`
}

async function agree(terminal: Terminal): Promise<boolean> {
  if (!terminal.isInteractive) {
    throw new OperatorFault('There is no terminal to ask at; nothing was changed. Say --yes to change it, --dry-run to look')
  }
  return terminal.confirm('Apply? [y/N] ')
}

/** What differs, in lines: `topup min  10.00  → 20.00`. What stays is left out. */
export function difference({ before, after }: Proposal<Facts>): string[] {
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  return columns(changed.map((name) => [factName(name), shown(before[name]), `→ ${shown(after[name])}`]))
}
