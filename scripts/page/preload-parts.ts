import type { Plugin } from 'vite'
import { FIRST_CHUNKS } from './chunk-groups.ts'

/**
 * Has the browser fetch what every first screen needs as soon as it reads the page, instead of when web/main.ts asks for it: all of it
 * travels together. The style sheet comes before the programs, which only run when all of them are there.
 */
export function preloadParts(): Plugin {
  return {
    name: 'wallet:preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
        const first = chunks.filter(({ name }) => FIRST_CHUNKS.includes(name))
        if (first.length !== FIRST_CHUNKS.length) this.error(`Not all of ${FIRST_CHUNKS.join()} are in the build`)
        const styles = first.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const programs = first.flatMap(({ fileName, imports }) => [fileName, ...imports])
        const missing = (names: readonly string[]) => [...new Set(names)].filter((name) => !html.includes(name))
        return [
          ...missing(styles).map((name) => link({ rel: 'preload', as: 'style', href: `/${name}` })),
          ...missing(programs).map((name) => link({ rel: 'modulepreload', fetchpriority: 'low', href: `/${name}` })),
        ]
      },
    },
  }
}

function link(attributes: Readonly<Record<string, string>>) {
  return { tag: 'link', attrs: { crossorigin: true, ...attributes }, injectTo: 'head' as const }
}
