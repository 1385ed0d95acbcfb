import { expect, test } from 'vitest'
import { escapeHtml, html } from './html.ts'
import { chooseLanguage } from './words.ts'

test('a text cannot leave its place in a page', () => {
  const evil = `"><script>alert('&')</script>`
  expect(html`<a href="${evil}">${evil}</a>`.markup).not.toMatch(/<script|"">|alert\('/)
  expect(escapeHtml(`<>&"'`)).toBe('&lt;&gt;&amp;&quot;&#39;')
})

test('pieces of a page are put together, nothing is nothing', () => {
  const rows = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${rows}</ul>${undefined}${7}`.markup).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>7')
})

test.each([
  [undefined, undefined, 'ru'],
  ['en', 'ru', 'en'],
  ['de', 'en-GB,en;q=0.9', 'en'],
  [undefined, 'de, en;q=0.3, ru;q=0.7', 'ru'],
  [undefined, 'en;q=0', 'ru'],
  [['en', 'ru'], 'fr', 'ru'],
])('lang %j with Accept-Language %j is shown in %s', (wanted, accepted, language) => {
  expect(chooseLanguage(wanted, accepted)).toBe(language)
})
