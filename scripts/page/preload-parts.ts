import type { Plugin } from 'vite'
import { FIRST_CHUNKS } from './chunk-groups.ts'

/**
 * Has the browser fetch the programs that every first screen needs as soon as it reads the page, instead of when web/main.ts asks for
 * them: all of them travel together.
 */
export function preloadParts(): Plugin {
  return {
    name: 'wallet:preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk' && FIRST_CHUNKS.includes(part.name))
        if (chunks.length !== FIRST_CHUNKS.length) this.error(`Not all of ${FIRST_CHUNKS.join()} are in the build`)
        const missing = chunks.filter(({ fileName }) => !html.includes(fileName))
        return missing.map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        }))
      },
    },
  }
}
