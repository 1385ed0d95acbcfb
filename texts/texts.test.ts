import { describe, expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { FEATURE_FLAGS } from '#contract/config'
import { REFUSALS } from '#contract/refusals'
import { CURRENCY_CODES } from '#money/currency'
import { LANGUAGES, type Language } from './languages.ts'
import { CATALOGUES, createTexts, isTextKey } from './texts.ts'

const NBSP = '\u00a0'
const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

const ARTICLE_BEFORE_CODE = new RegExp(`\\b(a|an)\\s+(\\{|(${CURRENCY_CODES.join('|')})\\b)`, 'i')

const entries = (language: Language): [string, string][] => Object.entries(CATALOGUES[language])
const baseKeys = (language: Language) => [...new Set(entries(language).map(([key]) => key.replace(PLURAL_FORM, '')))].sort()
const parametersOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}|<(\w+)>/g)].map((match) => match[0]))].sort()

/** Texts that the specification words itself, in the language it words them in. */
const SPECIFIED = {
  ru: {
    'panel.assets.title': 'Отображение общих активов в',
    'common.search': 'Поиск',
    'panel.account.title': 'Выберите счет списания',
    'panel.exchange.title': 'Выберите счет',
    'panel.exchange.from': 'Из {code}',
    'panel.exchange.to': 'В {code}',
    'qr.market': 'Перейти в маркет',
    'qr.market_off': 'Маркет временно недоступен.',
    'wd.sbp_off': 'Вывод по СБП временно недоступен',
    'auth.title': 'E-Wallet',
  },
  en: {
    'auth.title': 'E-Wallet',
    'common.continue': 'Continue',
    'common.retry': 'Try again',
    'common.apply': 'Apply',
    'common.reset': 'Reset',
    'amount.max': 'MAX',
    'topup.off': 'Top-up is temporarily unavailable. Please try again later.',
    'finish.wait_text': 'Waiting, do not close the page',
    'pay.waiting': 'Waiting, do not close the page',
    'pay.retry': 'Try again',
    'ex.no_rate': 'No rate',
    'ex.success': 'Exchange successfully completed!',
    'answer.exchange': 'Exchange successfully completed!',
    'ex.unavailable': 'Exchange is not available for your account',
    'qrpay.tab_mine': 'Your QR code',
    'qrpay.tab_scan': 'Scan',
    'ondato.title': 'Verification in progress',
    'ondato.text1': 'We are verifying your identity. This may take a few minutes.',
    'ondato.text2': 'You can track the status in "Verification" section of your account.',
    'hist.preset.today': 'Today',
    'hist.preset.yesterday': 'Yesterday',
    'hist.preset.this_week': 'This Week',
    'hist.preset.last_week': 'Last Week',
    'hist.preset.this_month': 'This Month',
    'hist.preset.last_month': 'Last Month',
    'hist.preset.this_year': 'This Year',
    'hist.preset.last_year': 'Last Year',
    'hist.preset.all': 'All Days',
    'footer.aml': 'AML & KYC',
    'footer.cookies': 'Cookies',
    'footer.privacy': 'Privacy policy',
    'footer.terms': 'Terms of Use',
    'tx.label.operation': 'Operation',
    'tx.label.withdrawal': 'Withdrawal',
    'tx.label.topup': 'Top up',
  },
} satisfies { readonly [L in Language]?: Readonly<Record<string, string>> }

describe('the catalogues', () => {
  test('have the same keys in every language [texts-texts-1]', () => {
    for (const language of LANGUAGES) expect(baseKeys(language)).toEqual(baseKeys('ru'))
  })

  test('have exactly the plural forms their language needs', () => {
    const plurals = baseKeys('ru').filter((key) => Object.hasOwn(CATALOGUES.ru, `${key}_other`))
    expect(plurals).toContain('search.count')
    for (const language of LANGUAGES) {
      const needed = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
      for (const key of plurals) {
        const forms = entries(language).flatMap(([found]) => (found.startsWith(`${key}_`) ? [found.slice(key.length + 1)] : []))
        expect([key, forms.sort()]).toEqual([key, needed])
        expect(Object.hasOwn(CATALOGUES[language], key)).toBe(false)
      }
    }
  })

  test.each(LANGUAGES)('take the same parameters and links in %s', (language) => {
    const translations = new Map(entries(language))
    for (const [key, text] of entries('ru')) {
      const translation = translations.get(key) ?? translations.get(key.replace(PLURAL_FORM, '_other')) ?? ''
      expect([key, parametersOf(translation)]).toEqual([key, parametersOf(text)])
    }
  })

  test('have a text for every refusal, field and switch of the contract, and a name for every currency', () => {
    const fields = Object.values(CALLS).flatMap((call) =>
      [call.request, call.query].flatMap((shape) => (shape ? Object.keys(shape.entries) : [])),
    )
    expect(fields).toContain('zip_code')
    const keys = [
      ...Object.keys(REFUSALS).map((code) => `refusal.${code}`),
      ...fields.map((field) => `field.${field}`),
      ...FEATURE_FLAGS.map((name) => `feature.${name}`),
      ...CURRENCY_CODES.map((code) => `currency.${code}`),
    ]
    expect(keys.filter((key) => !isTextKey(key))).toEqual([])
  })

  test('say what the specification says, word for word [texts-texts-2]', () => {
    expect(CATALOGUES).toMatchObject(SPECIFIED)
  })

  test('keep the keys that the specification spells [texts-texts-3]', () => {
    const spelled = [
      'payment.topup_btn',
      'payment.exchange_btn',
      'payment.withdrawal_btn',
      'payment.topup.not_avaliable',
      'payment.withdrawal.not_avaliable',
      'wallet_topup.error',
      'transactions.title',
      'transactions.list.empty_descr',
      'qr_payment.title',
      'qr_payment.description',
      'kyc.identification_level.help',
    ]
    for (const key of spelled) expect(baseKeys('ru')).toContain(key)
  })

  test('have no Cyrillic in English', () => {
    const cyrillic = entries('en').filter(([, text]) => /[\u0400-\u04ff]/.test(text))
    expect(cyrillic).toEqual([])
  })

  test('have no empty text, no double space and no space at an end', () => {
    for (const language of LANGUAGES) {
      const untidy = entries(language).filter(([, text]) => text === '' || /[ \u00a0]{2}/.test(text) || text !== text.trim())
      expect(untidy).toEqual([])
    }
  })

  test('bind one-letter prepositions and units with a non-breaking space, but not in an SMS', () => {
    const loose = entries('ru').filter(
      ([key, text]) => !Object.hasOwn(SPECIFIED.ru, key) && !key.startsWith('sms.') && /(^|[^\p{L}-])[вксуоиа] \S/iu.test(text),
    )
    expect(loose).toEqual([])
    for (const language of LANGUAGES) {
      expect(entries(language).filter(([, text]) => /(\{count\}|\d|••|≈) [\p{L}{]/u.test(text))).toEqual([])
      expect(entries(language).filter(([key, text]) => key.startsWith('sms.') && text.includes(NBSP))).toEqual([])
    }
  })
})

test('English has no article before a currency code or a name: nobody knows how it is read aloud', () => {
  const articled = entries('en').filter(([, text]) => ARTICLE_BEFORE_CODE.test(text))
  expect(articled).toEqual([])
  for (const wrong of ['Open a {code} account', 'an\u00a0{code} account', 'A EUR account', 'an IDR account']) {
    expect(wrong).toMatch(ARTICLE_BEFORE_CODE)
  }
  for (const right of ['Create a PIN', 'your {code} account', 'an account in {code}', 'Kafka {code}']) {
    expect(right).not.toMatch(ARTICLE_BEFORE_CODE)
  }
})

describe('the translator', () => {
  const { translate, translateAny, has } = createTexts()

  test('chooses the plural form of the language', () => {
    const attempts = [1, 2, 5, 21].map((count) => translate('ru', 'pin.left', { count }).replaceAll(NBSP, ' '))
    expect(attempts).toEqual(['Осталась 1 попытка', 'Осталось 2 попытки', 'Осталось 5 попыток', 'Осталась 21 попытка'])
    expect(translate('en', 'pin.left', { count: 1 }).replaceAll(NBSP, ' ')).toBe('1 attempt left')
    expect(translate('en', 'pin.left', { count: 0 }).replaceAll(NBSP, ' ')).toBe('0 attempts left')
  })

  test('fills parameters in as they are, without escaping and without reading them as texts', () => {
    for (const first_name of ["O'Neil & <b>", '{first_name}', '$t(common.back)', '$&', '{{x}}', '{-first_name}']) {
      expect(translate('en', 'header.greeting', { greeting: 'Welcome', first_name })).toBe(`Welcome, ${first_name}!`)
    }
  })

  test('takes keys put together at run time, and says which it has', () => {
    expect(translateAny('en', `refusal.${'invalid_field'}`, { field: 'City' })).toBe('Check the field “City”')
    expect(translateAny('en', 'refusal.unheard_of')).toBe('refusal.unheard_of')
    expect([has('pin.left'), has('pin.left_one'), has('toString')]).toEqual([true, false, false])
  })

  test('ends a code SMS with the line that binds the code to the domain', () => {
    for (const language of LANGUAGES) {
      const message = translate(language, 'sms.code', { code: '0420', brand: 'Stater', host: 'wallet.example' })
      expect(message.startsWith('0420 ')).toBe(true)
      expect(message.split('\n').at(-1)).toBe('@wallet.example #0420')
      // one segment of an SMS: 70 characters in Cyrillic, 160 in Latin
      expect(message.length).toBeLessThanOrEqual(/[\u0400-\u04ff]/.test(message) ? 70 : 160)
    }
  })

  test('puts the texts of a brand above the catalogue, in its own language only', () => {
    const overrides = { ru: { 'authin.title': 'Наш кошелек' } } as const
    const branded = createTexts(overrides)
    expect(branded.translate('ru', 'authin.title')).toBe('Наш кошелек')
    expect(branded.translate('en', 'authin.title')).toBe(CATALOGUES.en['authin.title'])
    expect(branded.all('ru')).toMatchObject({ 'authin.title': 'Наш кошелек', 'common.back': 'Назад' })
  })
})
