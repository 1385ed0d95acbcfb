import { createConfig, lintFromString, stringifyYaml } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { openApiDocument } from '#server/http/openapi'
import { createTexts } from '#texts/texts'

const document = openApiDocument(CALLS, {
  title: 'Stater',
  version: 'v1',
  texts: createTexts(),
  support: { email: 'support@stater.example' },
  publicUrl: 'https://wallet.example',
})

test('the API document keeps the rules that Redocly recommends, the strict ones too', async () => {
  for (const rules of ['recommended', 'recommended-strict'] as const) {
    const problems = await lintFromString({ source: stringifyYaml(document), config: await createConfig({ extends: [rules] }) })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  }
})

test('the API document keeps the rules of spectral:oas', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset(new spectral.Ruleset({ extends: [[oas, 'all']] } as never))
  const problems = await linter.run(JSON.stringify(document))
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})
