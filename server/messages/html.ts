const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** A text as HTML for a mail reader: its paragraphs under the brand's name, addresses as links. No pictures, no scripts, no colours but the reader's own, nothing from elsewhere. */
export function mailHtml(text: string, brandName: string, language: string): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const lines = escaped(paragraph).replaceAll('\n', '<br>')
    const linked = lines.replaceAll(/https?:\/\/[^\s<]*[^\s<.,]/g, (url) => `<a href="${url}">${url}</a>`)
    return `<p style="margin:0 0 16px">${linked}</p>`
  })
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body style="margin:0;padding:24px"><div style="max-width:520px;margin:0 auto;font:16px/24px system-ui,sans-serif;overflow-wrap:anywhere"><p style="margin:0 0 16px;font-size:20px;font-weight:700">${escaped(brandName)}</p>${paragraphs.join('')}</div></body></html>`
}
