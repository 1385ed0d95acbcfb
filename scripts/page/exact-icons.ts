import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where an icon of lucide is, whatever it is imported by. */
export const ICON = /\/lucide-react\/dist\/esm\/icons\//

const IMPORT = /^import \{([^}]+)\} from "lucide-react";?$/gm
const EXPORT = /^export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/gm

/**
 * Imports each icon from its own module instead of from the list of all of them, so that the bundler knows which screen needs which,
 * and does not read seventeen hundred files.
 */
export function exactIcons(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'))
  const list = readFileSync(join(folder, 'dist/esm/lucide-react.mjs'), 'utf8')
  const files = new Map(
    [...list.matchAll(EXPORT)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.trim().replace('default as ', ''), file] as const),
    ),
  )
  return {
    name: 'wallet:exact-icons',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /\/web\/.*\.tsx?$/, code: /"lucide-react"/ },
      handler: (code) => ({ code: code.replaceAll(IMPORT, (_line, names: string) => importsOf(names, files)), map: null }),
    },
  }
}

function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  const imports = names.split(',').map((each) => {
    const [name = '', alias = name] = each.trim().split(' as ')
    const file = files.get(name)
    return file ? `import ${alias} from "lucide-react/icons/${file}";` : `import { ${each.trim()} } from "lucide-react";`
  })
  return imports.join(' ')
}
