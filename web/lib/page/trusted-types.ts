/** What of Trusted Types (W3C) the page needs; TypeScript's own description of browsers has none of it. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (markup: string) => string; readonly createScriptURL: (address: string) => string },
  ): { createHTML(markup: string): string; createScriptURL(address: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory
  }
}

/** The name of the page's only policy; server/http/headers.ts allows no other. */
const NAME = 'wallet'

const SCRIPT = /<script|\son[a-z]+\s*=|javascript:/i

function drawing(markup: string): string {
  if (!markup.trimStart().startsWith('<svg') || SCRIPT.test(markup)) throw new TypeError('It is no drawing')
  return markup
}

function ownScript(address: string): string {
  if (new URL(address, window.location.href).origin !== window.location.origin) throw new TypeError('It is no script of ours')
  return address
}

const rules = { createHTML: drawing, createScriptURL: ownScript }
const policy = window.trustedTypes?.createPolicy(NAME, rules) ?? rules

/** A drawing of ours as markup for the page. Throws for anything else, and for one with a script in it. */
export const trustedDrawing = (markup: string): string => policy.createHTML(markup)

/** The address of a script of ours, for a worker. Throws for one of another origin. */
export const trustedScript = (address: string): string => policy.createScriptURL(address)
