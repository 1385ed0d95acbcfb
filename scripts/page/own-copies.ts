import type { Plugin } from 'vite'

const MARK = '?messenger'
const MESSENGER_KIT = '/node_modules/@tma.js/'

/**
 * Gives the messenger's kit a valibot of its own. A module is in one file only, and valibot is one module: with one for both, every first
 * screen would load the schemas that only what the messenger says is described with.
 */
export function ownCopies(): Plugin {
  return {
    name: 'wallet:own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== 'valibot' || !importer?.includes(MESSENGER_KIT)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && { ...found, id: found.id + MARK }
    },
  }
}

/** Whether a module is such a copy, and so belongs to whoever asked for it. */
export function isOwnCopy(moduleId: string): boolean {
  return moduleId.endsWith(MARK)
}
