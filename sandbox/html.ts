/** An HTML fragment whose texts are escaped. Created by `html` only. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | readonly Html[] | undefined

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** An HTML template: texts and numbers in it are escaped, fragments and lists of fragments are not, undefined is empty. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.map((text, at) => text + render(at < parts.length ? parts[at] : undefined)).join('') }
}

function render(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'markup' in part ? part.markup : part.map((piece) => piece.markup).join('')
}
