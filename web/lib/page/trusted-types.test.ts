// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { trustedDrawing, trustedScript } from './trusted-types.ts'

test('a drawing is one, without a script in it', () => {
  const logo = '<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'
  expect(trustedDrawing(logo)).toBe(logo)
  for (const markup of [
    '<img src=x>',
    '<svg><script>1</script></svg>',
    '<svg onload=alert(1)>',
    '<svg><a href="javascript:1"/></svg>',
    '',
  ])
    expect(() => trustedDrawing(markup)).toThrow(TypeError)
})

test('a script is one of our own origin', () => {
  expect(trustedScript('/service-worker.js')).toBe('/service-worker.js')
  for (const address of ['https://evil.example/x.js', '//evil.example/x.js', 'data:text/javascript,1', 'blob:null/1'])
    expect(() => trustedScript(address)).toThrow(TypeError)
})
