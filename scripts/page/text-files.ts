import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { en } from '../../texts/en.ts'
import { ru } from '../../texts/ru.ts'

/** The built-in texts of each language as a file of the page, by its name without knowing the build. */
const FILES = Object.entries({ ru, en }).map(([language, catalogue]) => {
  const source = JSON.stringify(catalogue)
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { language, fileName: `assets/texts-${language}-${hash}.json`, source }
})

/**
 * Ships the texts as data instead of as code: a catalogue is parsed several times faster than a program, and a word that changed does not
 * change the program. In development and in tests they are imported (web/lib/texts/catalogues.ts).
 */
export function textFiles(): Plugin {
  return {
    name: 'wallet:text-files',
    apply: 'build',
    config: () => ({
      define: {
        TEXT_FILES: JSON.stringify(Object.fromEntries(FILES.map(({ language, fileName }) => [language, `/${fileName}`]))),
      },
    }),
    generateBundle() {
      for (const { fileName, source } of FILES) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
