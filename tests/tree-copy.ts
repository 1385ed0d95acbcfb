import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'vitest'

const COPIED = ['money', 'contract', 'texts', 'brands', 'server', 'sandbox', 'db', 'bench', 'scripts', 'tests', 'web']
const FILES = ['package.json', 'vitest.config.ts', 'vite.config.ts', 'playwright.config.ts']
const TYPES = ['tsconfig.base.json', 'tsconfig.server.json', 'tsconfig.web.json']

/** A copy of the sources in which a test makes a change, to see whether everything else adapts. */
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

  /** Changes our file in the copy; fails when nothing was changed. */
  change(file: string, edit: (text: string) => string): void {
    const ours = readFileSync(file, 'utf8')
    const changed = edit(ours)
    expect(changed).not.toBe(ours)
    writeFileSync(join(this.root, file), changed)
  }

  /** Runs a program of node_modules in the copy. */
  run(program: string, ...words: string[]): { status: number | null; said: string } {
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
    const env = { ...own, NO_COLOR: '1', FORCE_COLOR: undefined }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', program), ...words], {
      cwd: this.root,
      encoding: 'utf8',
      env,
    })
    return { status, said: stdout + stderr }
  }

  /** The compiler's errors for a part of the copy; empty when there are none. */
  compile(part: 'server' | 'web'): string {
    return this.run('typescript/bin/tsc', '-p', `tsconfig.${part}.json`).said
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
