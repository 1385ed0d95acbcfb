import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import { LANGUAGES } from '../../texts/languages.ts'
import { START_KEYS } from '../../texts/start.ts'

interface TextFile {
  readonly language: string
  /** Its name without knowing the build. */
  readonly fileName: string
  readonly source: string
  /** What the page itself has of them, so that no program grows with a language. */
  readonly start: Readonly<Record<string, string>>
}

/**
 * Ships the texts as data instead of as code: a catalogue is parsed several times faster than a program, and a word that changed does not
 * change the program. In development and in tests they are imported (web/lib/texts/catalogues.ts).
 */
export function textFiles(): Plugin {
  let files: readonly TextFile[] = []
  return {
    name: 'wallet:text-files',
    apply: 'build',
    async config() {
      files = await Promise.all(LANGUAGES.map(readFile))
      return {
        define: {
          TEXT_FILES: JSON.stringify(Object.fromEntries(files.map(({ language, fileName }) => [language, `/${fileName}`]))),
        },
      }
    },
    transformIndexHtml: () => {
      const content = JSON.stringify(Object.fromEntries(files.map(({ language, start }) => [language, start])))
      return [{ tag: 'meta', attrs: { name: 'wallet-start-texts', content }, injectTo: 'head' }]
    },
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/** The built-in texts of a language as a file of the page. Node may not know TypeScript, so Vite reads them. */
async function readFile(language: string): Promise<TextFile> {
  const path = fileURLToPath(new URL(`../../texts/${language}.ts`, import.meta.url))
  const { module } = await runnerImport<Readonly<Record<string, Readonly<Record<string, string>>>>>(path)
  const texts = module[language] ?? {}
  const missing = START_KEYS.filter((key) => texts[key] === undefined)
  if (missing.length > 0) throw new Error(`${path} has no ${missing.join(', ')}`)
  const source = JSON.stringify(texts)
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const start = Object.fromEntries(START_KEYS.map((key) => [key, texts[key] ?? '']))
  return { language, fileName: `assets/texts-${language}-${hash}.json`, source, start }
}
