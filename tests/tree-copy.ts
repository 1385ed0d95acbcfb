import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const COPIED = [
  'money',
  'codes',
  'contract',
  'texts',
  'brands',
  'server',
  'sandbox',
  'db',
  'bench',
  'scripts',
  'survive',
  'tests',
  'web',
]
const FILES = ['package.json', 'vitest.config.ts', 'vite.config.ts', 'playwright.config.ts']
const TYPES = ['tsconfig.base.json', 'tsconfig.server.json', 'tsconfig.web.json']

/** A copy of the sources in which something is changed, to see what becomes of everything else. */
export class TreeCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'wallet-tree-'))

  constructor() {
    for (const name of [...COPIED, ...FILES, ...TYPES]) cpSync(name, join(this.root, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(this.root, 'node_modules'))
  }

  /** Copies a file of ours to another path of the copy. */
  put(file: string, place: string): void {
    mkdirSync(dirname(join(this.root, place)), { recursive: true })
    cpSync(file, join(this.root, place))
  }

  /** Writes a file of the copy. */
  write(place: string, text: string): void {
    mkdirSync(dirname(join(this.root, place)), { recursive: true })
    writeFileSync(join(this.root, place), text)
  }

  /** Changes our file in the copy; throws when nothing was changed. */
  change(file: string, edit: (text: string) => string): void {
    const ours = readFileSync(file, 'utf8')
    const changed = edit(ours)
    if (changed === ours) throw new Error(`Nothing was changed in ${file}`)
    writeFileSync(join(this.root, file), changed)
  }

  /** Runs a program of node_modules in the copy. */
  run(program: string, ...words: readonly string[]): Promise<{ status: number | undefined; said: string }> {
    // The copy has its sources only, and tests of its own.
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|BUILT$|FORCE_COLOR$)/.test(name)))
    const env = { ...own, NO_COLOR: '1' }
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join('node_modules', program), ...words],
        { cwd: this.root, env, maxBuffer: Number.POSITIVE_INFINITY },
        (_error, stdout, stderr) => resolve({ status: child.exitCode ?? undefined, said: stdout + stderr }),
      )
    })
  }

  /** The compiler's errors for a part of the copy; empty when there are none. */
  async compile(part: 'server' | 'web'): Promise<string> {
    return (await this.run('typescript/bin/tsc', '-p', `tsconfig.${part}.json`)).said
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
