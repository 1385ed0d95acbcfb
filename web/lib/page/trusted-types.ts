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

function only(isOurs: boolean, value: string): string {
  if (isOurs) return value
  throw new TypeError()
}

const rules = {
  // A drawing, with no script in it.
  createHTML: (markup: string) => only(/^\s*<svg/.test(markup) && !/<script|\son\w+\s*=|javascript:/i.test(markup), markup),
  // A path of this host.
  createScriptURL: (address: string) => only(/^\/[^/\\]/.test(address), address),
}
const policy = window.trustedTypes?.createPolicy(NAME, rules) ?? rules

/** A drawing of ours as markup for the page. Throws for anything else, and for one with a script in it. */
export const trustedDrawing = (markup: string): string => policy.createHTML(markup)

/** The address of a script of ours, for a worker. Throws for one of another origin. */
export const trustedScript = (address: string): string => policy.createScriptURL(address)
