import { expect, type Locator, type Page, test } from '@playwright/test'
import { defaultCountryOf } from '#brands/default-country'
import { TestUser } from '#tests/builders'
import { LANGUAGE_FACTS } from '#texts/languages'
import { Person, PIN } from './person.ts'
import { fillDetails, typeCode } from './sign-in-steps.ts'

function phoneField(page: Page): Locator {
  return page.locator('input[autocomplete=tel-national]')
}

function countryButton(anna: Person): Locator {
  return anna.page.getByRole('button', { name: new RegExp(anna.t('country.title_code')) })
}

/** On to step 2. */
async function reachCode(anna: Person): Promise<void> {
  await fillDetails(anna)
  await anna.button('common.continue').click()
  await expect(anna.heading('code.title')).toBeVisible()
}

async function expectStep(anna: Person, n: number): Promise<void> {
  const progress = anna.page.getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuetext', anna.t('reg.progress', { n }))
  await expect(anna.page.getByText(anna.t('reg.progress', { n }), { exact: true })).toBeVisible()
}

/** A code that is not the right one. */
const not = (code: string): string => ((Number(code) + 1) % 10_000).toString().padStart(4, '0')

/** Whoever opens the page for the first time finds it in Russian. */
async function expectRussian(anna: Person): Promise<void> {
  await anna.page.goto(`${anna.url}/auth`)
  await expect(anna.page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(anna.texts.translate('ru', 'authin.title'))
}

test.describe('in a browser that speaks German', () => {
  test.use({ locale: 'de-DE' })

  test('who has no wallet yet is led to one, and nobody into another’s', { tag: '@once' }, async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await test.step('the page begins in Russian, not knowing German', () => expectRussian(anna))

    await test.step('the landing leads to a new wallet and to one’s own, in both languages [auth-1]', async () => {
      await anna.open('/auth')
      await expect(anna.heading('authin.title')).toBeVisible()
      await expect(page.getByText(anna.t('auth.title'), { exact: true })).toBeVisible()
      await expect(page.getByText(anna.t('authin.already_have'))).toBeVisible()
      await anna.expectNoSidewaysScroll()
      await anna.link('authin.login').click()
      await expect(anna.heading('login.title')).toBeVisible()
      await anna.link('login.register').click()
      await expect(page).toHaveURL(`${anna.url}/auth/register`)
      await anna.link('authin.login').click()
      await expect(page).toHaveURL(`${anna.url}/auth/login`)

      const other = anna.language === 'ru' ? 'en' : 'ru'
      const narrowest = { width: 320, height: 640 }
      for (const language of [other, anna.language] as const) {
        await page.getByRole('button', { name: LANGUAGE_FACTS[language].name }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await page.setViewportSize(narrowest)
        await anna.expectNoSidewaysScroll()
      }
    })

    await test.step('without a network the button says so', async () => {
      await expect(anna.button('login.submit')).toBeDisabled()
      await expect(page.getByText(anna.t('hint.phone_first'))).toBeVisible()
      await phoneField(page).fill(anna.national)
      await context.setOffline(true)
      await expect(anna.button('login.submit')).toBeDisabled()
      await expect(page.getByText(anna.t('offline.action'))).toBeVisible()
      await context.setOffline(false)
      await expect(anna.button('login.submit')).toBeEnabled()
    })

    await test.step('a number without a wallet is asked for a code like any other, and no code opens it [auth-2]', async () => {
      await anna.button('login.submit').click()
      await expect(anna.heading('code.title')).toBeVisible()
      // The screen has the support's phone itself, and the footer has no hours without it.
      await expect(page.getByRole('contentinfo').getByText(anna.brand.support.hours)).toBeHidden()
      await anna.digits('code.label').pressSequentially('0000')
      await anna.button('code.confirm').click()
      await expect(page.getByRole('alert')).toBeVisible()
      await anna.expectRed(page.getByRole('alert'))
      await anna.button('code.change').click()
      await expect(anna.heading('login.title')).toBeVisible()
    })
  })
})

test('the sign-in screens are the brand’s', { tag: ['@brand', '@full'] }, async ({ context, page }, info) => {
  const anna = new Person(page, info)
  await test.step('the page begins in Russian, whatever language the browser speaks [auth-3]', () => expectRussian(anna))

  await test.step('every sign-in screen ends with whom to ask and the documents the brand links there [auth-4]', async () => {
    for (const path of ['/auth/register', '/auth/login', '/auth']) {
      await anna.open(path)
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('link', { name: anna.brand.support.phone })).toHaveAttribute('href', /^tel:\+/)
      await expect(footer.getByRole('link', { name: anna.brand.support.email })).toBeVisible()
      await expect(footer).toContainText(anna.brand.support.hours)
      await expect(footer.getByRole('listitem')).toHaveCount(anna.brand.footerDocuments.length)
    }
    for (const id of anna.brand.footerDocuments) {
      const link = page
        .getByRole('contentinfo')
        .getByRole('link', { name: anna.texts.translateAny(anna.language, `document.${id}`) })
      const href = (await link.getAttribute('href')) ?? ''
      expect(href).toBe(anna.brand.documents.find((document) => document.id === id)?.url)
      const opened = page.waitForEvent('popup')
      await link.click()
      const document = await opened
      await expect(document.getByRole('heading', { level: 1 })).toBeVisible()
      await document.close()
    }
  })

  await test.step('the sign-in screens have the brand’s logo, name and picture, on a ground of its colour from 920 px [auth-5]', async () => {
    const picture = page.locator('img').first()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('img', { name: anna.brand.name })).toBeVisible()
      await expect(page.getByText(anna.t('auth.title'), { exact: true })).toBeVisible()
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth)).toBeGreaterThan(0)
    }
    const [ground, page_] = await picture.evaluate((image) => {
      const colourOf = (element: unknown) => image.ownerDocument.defaultView.getComputedStyle(element).backgroundColor
      return [colourOf(image.parentElement.parentElement), colourOf(image.ownerDocument.body)]
    })
    expect(ground).not.toBe('rgba(0, 0, 0, 0)')
    expect(ground).not.toBe(page_)
  })

  await test.step('Continue says what is missing, and is free once all that the brand asks for is there [auth-6]', async () => {
    await anna.open('/auth/register')
    await expectStep(anna, 1)
    await expect(anna.button('common.continue')).toBeDisabled()
    const missing = anna.brand.register.address
      ? anna.t('reason.many')
      : anna.missingOwn('reason.first_name', 'reason.phone', 'reason.email')
    await expect(page.getByText(missing)).toBeVisible()
    await fillDetails(anna)
    // Neither the last name nor the phone holds it up; about those the server has the word.
    await expect(anna.optionalField('field.last_name')).toHaveValue('')
    await expect(anna.button('common.continue')).toBeEnabled()
    await anna.field('field.email').fill('no address')
    await anna.field('field.email').blur()
    await expect(page.getByText(anna.t('err.email_format'))).toBeVisible()
    await expect(anna.button('common.continue')).toBeEnabled()
    await anna.field('field.first_name').fill('  ')
    await expect(anna.button('common.continue')).toBeDisabled()
    await anna.expectNoSidewaysScroll()
    await anna.field('field.first_name').fill('Anna')
  })

  await test.step('each consent has a box and a document of its own, ticked at first, and all of them are needed [auth-7]', async () => {
    const boxes = page.getByRole('checkbox')
    await expect(boxes).toHaveCount(anna.brand.register.consents.length)
    for (const [place, id] of anna.brand.register.consents.entries()) {
      const box = boxes.nth(place)
      const [, words = ''] = /<doc>(.*)<\/doc>/.exec(anna.texts.translateAny(anna.language, `consent.${id}`)) ?? []
      const url = anna.brand.documents.find((document) => document.id === id)?.url ?? ''
      await expect(page.getByRole('main').getByRole('link', { name: words })).toHaveAttribute('href', url)
      await test.step('a click in the middle of the label ticks the box: the link is beside the label', async () => {
        const label = page.locator('label:has(input[type=checkbox])').nth(place)
        await label.click()
        await expect(box).not.toBeChecked()
        await label.click()
      })
      await expect(box).toBeChecked()
      await box.uncheck()
      await expect(anna.button('common.continue')).toBeDisabled()
      await expect(page.getByText(anna.texts.translateAny(anna.language, `err.consent.${id}`))).toBeVisible()
      await box.check()
      await expect(anna.button('common.continue')).toBeEnabled()
    }
  })

  await test.step('a Russian number is taken where the brand takes it, however it is spelled, and nowhere else [auth-8]', async () => {
    const isTaken = !anna.brand.phone.excludedCountries.includes('RU')
    const russia = page.getByRole('button', { name: new RegExp(anna.language === 'ru' ? 'Россия' : 'Russia') })
    for (const spelling of ['8 (912) 345-67-89', '007 912 345 67 89', '+7 912 345-67-89']) {
      await phoneField(page).fill('')
      await phoneField(page).fill(spelling)
      if (isTaken) await expect(phoneField(page)).toHaveValue('(912)345-67-89')
      await expect(russia).toHaveCount(isTaken ? 1 : 0)
    }
    if (isTaken) return
    // Kazakhstan shares the code, but the number is Russia's.
    await anna.field('field.email').fill('anna@mail.example')
    await anna.button('common.continue').click()
    await expect(page.getByRole('alert')).toHaveText(anna.t('refusal.phone_unsupported'))
    await anna.expectRed(page.getByRole('alert'))
    await expect(anna.field('field.first_name')).toHaveValue('Anna')
  })

  await test.step('a country is found by name, ISO code and calling code; one that is not there is said', async () => {
    await page.goto(`${anna.url}/auth/login`)
    await countryButton(anna).click()
    const search = page.getByRole('combobox', { name: anna.t('country.search') })
    const options = page.getByRole('option')
    await expect(search).toBeVisible()
    await search.fill(anna.language === 'ru' ? 'казах' : 'kazakh')
    await expect(options).toHaveCount(1)
    // Of two hundred rows one is as good as all.
    await anna.expectAccessible()
    await search.fill('fi')
    await expect(options.first()).toContainText('+')
    await search.fill('+998')
    await expect(options).toHaveCount(1)
    await search.fill(anna.language === 'ru' ? 'росс' : 'russia')
    await expect(options).toHaveCount(anna.brand.phone.excludedCountries.includes('RU') ? 0 : 1)
    await search.fill('zzz')
    await expect(page.getByText(anna.t('search.empty', { q: 'zzz' }))).toBeVisible()
    await search.fill('+998')
    await search.press('Enter')
    await expect(countryButton(anna)).toContainText('+998')
    await expect(countryButton(anna)).toBeFocused()
  })

  await test.step('the phone begins with the brand’s country for the language, and its mask', async () => {
    for (const language of ['ru', 'en'] as const) {
      const tab = await context.newPage()
      await tab.addInitScript(`localStorage.setItem('wallet.language', '${language}')`)
      await tab.goto(`${anna.url}/auth/login`)
      const isRussian = defaultCountryOf(anna.brand.phone, language) === 'RU'
      const country = tab.getByRole('button', { name: new RegExp(anna.texts.translate(language, 'country.title_code')) })
      await expect(country).toContainText(isRussian ? '+7' : '+44')
      const formats = tab.getByRole('radiogroup', { name: anna.texts.translate(language, 'country.format') })
      const field = phoneField(tab)
      if (isRussian) {
        await expect(formats).toHaveCount(0)
        await field.pressSequentially('9123456789')
        await expect(field).toHaveValue('(912)345-67-89')
      } else {
        await expect(formats.getByRole('radio')).toHaveCount(2)
        await field.pressSequentially('791112345')
        await expect(field).toHaveValue('791 112 345')
        await formats.getByRole('radio').nth(1).check()
        await field.press('End')
        await field.pressSequentially('6')
        await expect(field).toHaveValue('7911 123456')
      }
      await tab.close()
    }
  })
})

test('a person registers step by step', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await reachCode(anna)
  await test.step('the code step shows the number and whom to ask; back, by button or browser, keeps what was filled in [auth-9]', async () => {
    await expectStep(anna, 2)
    await expect(page.getByRole('main')).toContainText(new RegExp([...anna.national].join('\\D{0,3}')))
    await expect(page.getByRole('main')).toContainText(anna.brand.support.phone)
    await expect(anna.button('code.confirm')).toBeDisabled()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    await anna.button('code.change').click()
    await expectStep(anna, 1)
    await expect(anna.field('field.email')).toHaveValue('anna@mail.example')
    await anna.button('common.continue').click()
    await expect(anna.heading('code.title')).toBeVisible()
    await page.goBack()
    await expect(anna.field('field.first_name')).toHaveValue('Anna')
    await page.goForward()
    await expect(anna.heading('code.title')).toBeVisible()
    await page.reload()
    await expect(anna.heading('code.title')).toBeVisible()
  })

  await test.step('a wrong code stays selected to be typed over, and says so; the right one goes on [auth-10]', async () => {
    const code = await anna.readCode()
    const field = anna.digits('code.label')
    await field.pressSequentially(not(code))
    await field.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(anna.t('refusal.code_wrong'))
    await anna.expectRed(page.getByRole('alert'))
    await expect(field).toBeFocused()
    await anna.expectAccessible()
    await field.pressSequentially(code)
    await expect(field).toHaveValue(code)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await anna.button('code.confirm').click()
    await expect(anna.heading('pin.setup.title')).toBeVisible()
  })

  await test.step('the PIN is the last step: a reload and every other address lead back to it, and it leads Home [auth-11]', async () => {
    await expectStep(anna, 3)
    await expect(page.getByRole('main').getByRole('button', { name: anna.t('common.back') })).toHaveCount(0)
    await expect(anna.button('pin.setup.submit')).toBeDisabled()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await page.reload()
    await expect(anna.heading('pin.setup.title')).toBeVisible()
    for (const path of ['/', '/wallet', '/auth', '/auth/login']) {
      await page.goto(anna.url + path)
      await expect(anna.heading('pin.setup.title')).toBeVisible()
    }
    await page.goBack()
    await expect(anna.heading('pin.setup.title')).toBeVisible()
    const tab = await page.context().newPage()
    const stepInTab = tab.getByRole('heading', { name: anna.t('pin.setup.title') })
    await test.step('who has left before the PIN finds the step again in another tab', async () => {
      // As on another device: only the server knows.
      await page.evaluate("localStorage.removeItem('wallet.pin_pending')")
      await tab.goto(anna.url)
      await expect(stepInTab).toBeVisible()
    })

    const field = anna.digits('pin.label')
    await field.fill('1234')
    await expect(page.getByText(anna.t('pin.weak'))).toBeVisible()
    await expect(anna.button('pin.setup.submit')).toBeEnabled()
    await field.fill(PIN)
    await expect(page.getByText(anna.t('pin.weak'))).toHaveCount(0)
    await anna.button('pin.show').click()
    await expect(field).toHaveAttribute('type', 'text')
    await test.step('set just after a reload of its step it is the one that counts, and its form does not come back', async () => {
      // The device knows of the step again, as when it was left.
      await page.evaluate("localStorage.setItem('wallet.pin_pending', 'yes')")
      const asked = page.waitForResponse('**/version.json*')
      await page.reload()
      await asked
      await field.fill(PIN)
      await anna.button('pin.setup.submit').click()
      await expect(page.getByText(anna.t('pin.saved'))).toBeVisible()
      // The profile that Home asks for is there, and knows of the PIN.
      const greeting = { greeting: anna.t('welcome.greetings'), first_name: 'Anna' }
      await expect(page.getByText(anna.t('header.greeting', greeting)).first()).toBeVisible()
      await expect(page).toHaveURL(`${anna.url}/`)
      const token = String(await page.evaluate("localStorage.getItem('wallet.token')"))
      const user = new TestUser({ url: anna.url }, anna.phone, token)
      await user.topUp('300.00', anna.home)
      expect(await user.withdraw('100.00', anna.home)).toMatchObject({ http: 200 })
    })

    await test.step('where the step stands in another tab it is over too, also after a reload', async () => {
      await expect(tab).toHaveURL(`${anna.url}/`)
      await expect(stepInTab).toHaveCount(0)
      await tab.reload()
      await expect(tab.getByRole('heading', { name: anna.t('transactions.title') })).toBeVisible()
      await expect(stepInTab).toHaveCount(0)
    })
  })
})

test('a number that was typed is at hand, until somebody else has the tab', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await page.clock.install()
  await anna.open('/auth/login')
  // Another, which was typed there before.
  await phoneField(page).fill('9000000000')
  await reachCode(anna)
  await test.step('another code can be asked for when the time is up, and the server has the word [auth-12]', async () => {
    await expect(page.getByText(anna.t('code.resend_in', { time: '' }).trim())).toBeVisible()
    await expect(anna.button('code.resend')).toHaveCount(0)
    await page.clock.fastForward('01:01')
    await expect(anna.button('code.resend')).toBeVisible()
    // For the page a minute has passed, for the server none has.
    await anna.button('code.resend').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByText(anna.t('code.resend_in', { time: '' }).trim())).toBeVisible()
  })

  await test.step('the number of registration is carried over to the sign-in', async () => {
    await page.goBack()
    await anna.link('authin.login').click()
    await expect(anna.heading('login.title')).toBeVisible()
    await expect(phoneField(page)).not.toHaveValue('')
    expect((await phoneField(page).inputValue()).replaceAll(/\D/g, '')).toBe(anna.national)
  })

  await test.step('of the number nothing stays with the tab for who uses it next', async () => {
    await anna.link('login.register').click()
    await anna.button('common.continue').click()
    await typeCode(anna)
    await anna.button('code.confirm').click()
    await expect(anna.heading('pin.setup.title')).toBeVisible()
    await page.evaluate('localStorage.clear()')
    await page.goto(`${anna.url}/auth`)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/auth/register`)
    // The language is forgotten with the rest.
    await expect(page.getByRole('heading', { name: anna.texts.translate('ru', 'reg.step.1') })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(new RegExp([...anna.national].join('\\D{0,3}')))
    await expect(phoneField(page)).toHaveValue('')
    expect(await page.evaluate('JSON.stringify([history.state, { ...sessionStorage }])')).not.toContain(anna.national)
  })
})
