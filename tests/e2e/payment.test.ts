import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page, type TestInfo } from '@playwright/test'
import { type BuiltWallet, startBuiltWallet } from '#tests/built-wallet'
import { signUp } from '#tests/sign-up'
import { CHROMIUM_FLAGS } from './chromium-flags.ts'
import { withOwnWallet } from './own-wallet.ts'
import { Person } from './person.ts'
import {
  blurred,
  codeRaster,
  inverted,
  photographed,
  placed,
  plainRaster,
  png,
  pngOf,
  type Raster,
  turned,
  y4m,
} from './qr-pictures.ts'

const LINK = 'https://shop.example/pay?order=7'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SBP = 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB&crc=F3D0'

// With the sandbox payment by QR is on. What the specification says of it is of a wallet that has nobody who pays sellers.
const test = withOwnWallet((brand) => startBuiltWallet(brand, { environment: { MERCHANT_PROVIDER: 'none' } }))

/** A person at the Payment screen, who scans: at the wallet without a provider, or, where none is given, at the shared one. */
class Payer extends Person {
  readonly isWide: boolean
  private readonly info: TestInfo
  /** What the page asked of any host but its own. */
  readonly foreignRequests: string[] = []

  constructor(page: Page, info: TestInfo, wallet?: BuiltWallet) {
    super(page, info, wallet)
    this.info = info
    this.isWide = (info.project.use.viewport?.width ?? 0) >= 920
    page.on('request', (request) => {
      if (/^(https?|wss?|ftp):/.test(request.url()) && new URL(request.url()).origin !== this.url) {
        this.foreignRequests.push(request.url())
      }
    })
  }

  async openScan(): Promise<void> {
    await this.page.goto(`${this.url}/payment`)
    await this.toScan()
  }

  /** From the Payment screen, which is open: what is scanned there. */
  async toScan(): Promise<void> {
    await expect(this.heading('nav.payment')).toBeVisible()
    if (!this.isWide) await this.page.getByRole('tab', { name: this.t('qrpay.tab_scan') }).click()
  }

  /** Chooses a file of this content; the end of its name says what it is. */
  async choose(content: Buffer, name = 'code.png'): Promise<void> {
    const file = this.info.outputPath(name)
    writeFileSync(file, content)
    const chooser = this.page.waitForEvent('filechooser')
    await this.button('qrpay.choose').first().click()
    await (await chooser).setFiles(file)
  }

  sheet() {
    return this.page.getByRole('dialog', { name: this.t('scan.found') })
  }

  async closeSheet(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.t('common.close'), exact: true })
      .click()
    await expect(this.sheet()).toBeHidden()
  }
}

test(
  'what the Payment screen reads and shows while payment by QR is off',
  { tag: ['@once', '@full'] },
  async ({ page, wallet }, info) => {
    test.setTimeout(180_000)
    const anna = new Payer(page, info, wallet)
    const user = await anna.settle()

    await test.step('the screen says so, and has the own code, by which people still send money [e2e-payment-1]', async () => {
      await page.goto(`${anna.url}/payment`)
      await expect(page.getByText(anna.t('qrpay.off'), { exact: true }).first()).toBeVisible()
      await expect(page.getByText(anna.t('qrpay.off_text'))).toBeVisible()
      await expect(page.getByRole('img', { name: anna.t('qrpay.mine_alt', { code: anna.home }) })).toBeVisible()
      await anna.expectNoSidewaysScroll()
      await page
        .getByRole('link', { name: anna.t('payment.topup_btn') })
        .first()
        .click()
      await expect(anna.heading('topup.title')).toBeVisible()
      await page.goBack()
    })

    await test.step('decoding goes on without a network', async () => {
      const loaded = page.waitForResponse(/zxing_reader.*\.wasm/)
      await anna.toScan()
      await (await loaded).finished()
      await page.context().setOffline(true)
      await anna.choose(png(codeRaster(LINK)))
      await expect(anna.sheet()).toContainText(LINK)
      await anna.closeSheet()
      await page.context().setOffline(false)
    })

    await test.step('is read whether it is sharp, far, blurred, turned or light on dark, and never leaves the device [e2e-payment-2]', async () => {
      const pictures: readonly (readonly [string, Raster])[] = [
        ['sharp', codeRaster(LINK)],
        ['two pixels a module', codeRaster(LINK, 2)],
        ['far', placed(codeRaster(LINK, 4), 3000, 2400, 210)],
        ['blurred', blurred(codeRaster(LINK), 3)],
        ...[15, 45, 90, 137, 180, 250].map((degrees) => [`turned by ${degrees}`, turned(codeRaster(LINK), degrees)] as const),
        ['inverted', inverted(codeRaster(LINK))],
        ['inverted, turned and blurred', inverted(turned(blurred(codeRaster(LINK), 2), 20))],
      ]
      const long = 'https://example.com/'.padEnd(150, 'abcdefghij0123456789')
      const all = [
        ...pictures.map(([name, picture]) => [name, picture, LINK] as const),
        ['small', photographed(long), long] as const,
      ]
      for (const [name, picture, text] of all) {
        await test.step(name, async () => {
          await anna.choose(png(picture))
          await expect(anna.sheet()).toContainText(text)
          await anna.closeSheet()
        })
      }
      await anna.choose(await jpeg(page, turned(codeRaster(LINK), 10)), 'code.jpg')
      await expect(anna.sheet()).toContainText(LINK)
    })

    await test.step('shows what it says: the host of a link, a bill in code page 1251, and nothing to press for a script', async () => {
      const open = anna.sheet().getByRole('link', { name: anna.t('scan.open', { host: 'shop.example' }) })
      await expect(open).toHaveAttribute('href', LINK)
      await expect(open).toHaveAttribute('target', '_blank')
      await expect(anna.sheet()).toContainText(anna.t('qrpay.off'))
      await expect(anna.sheet().getByRole('link', { name: anna.t('payment.topup_btn') })).toBeVisible()
      await anna.expectAccessible()
      await anna.closeSheet()

      const bill = 'ST00011|Name=ООО Кит|PersonalAcc=40702810138250123017|BankName=Банк|BIC=044525225|CorrespAcc=0|Sum=100050'
      await anna.choose(png(codeRaster(inCodePage1251(bill))))
      await expect(anna.sheet()).toContainText('ООО Кит')
      await expect(anna.sheet()).toContainText(anna.money('1000.50', 'RUB'))
      await anna.expectAccessible()
      await anna.closeSheet()

      await anna.choose(png(codeRaster('javascript:alert(document.domain)')))
      await expect(anna.sheet()).toContainText('javascript:alert(document.domain)')
      await expect(anna.sheet().getByRole('link')).toHaveText([anna.t('off.support'), anna.t('payment.topup_btn')])
      await anna.closeSheet()
    })

    await test.step('is refused with its own words when it is no picture, too large, too wide, broken or without a code [e2e-payment-3]', async () => {
      const refused: readonly (readonly [words: string, content: Buffer, name?: string])[] = [
        [anna.t('err.qr.type'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'code.svg'],
        [anna.t('err.qr.size', { n: 10 }), Buffer.concat([png(codeRaster(LINK)), Buffer.alloc(10 * 2 ** 20)])],
        [anna.t('err.qr.type'), Buffer.from('a text that calls itself a picture')],
        [anna.t('err.qr.pixels'), pngOf({ width: 50_000, height: 50_000, data: Buffer.alloc(64) })],
        [anna.t('err.qr.read'), png(codeRaster(LINK)).subarray(0, 80)],
        [anna.t('err.qr.none'), png(plainRaster(600, 400))],
      ]
      for (const [words, content, name] of refused) {
        await anna.choose(content, name)
        await expect(page.getByText(words)).toBeVisible()
        await expect(anna.sheet()).toBeHidden()
      }
      await anna.expectAccessible()
      await anna.choose(png(codeRaster(LINK)))
      await expect(anna.sheet()).toContainText(LINK)
      await anna.closeSheet()
    })

    await test.step('can be dropped and pasted, but not by its address on another site [e2e-payment-4]', async () => {
      const remote = anna.page.getByText(anna.t('err.qr.remote'))
      const bytes = [...png(codeRaster(LINK))]
      await handOver(page, 'drop', { bytes })
      await expect(anna.sheet()).toContainText(LINK)
      await anna.closeSheet()
      await handOver(page, 'drop', { texts: { 'text/uri-list': 'https://other.example/qr.png' } })
      await expect(remote).toBeVisible()
      await handOver(page, 'paste', { bytes })
      await expect(anna.sheet()).toContainText(LINK)
      await anna.closeSheet()
      await expect(remote).toBeHidden()
      await handOver(page, 'paste', { texts: { 'text/html': '<img src="https://other.example/qr.png">' } })
      await expect(remote).toBeVisible()
    })

    await test.step('a camera that is missing, forbidden or taken says so, and a file still does', async () => {
      await anna.button('scan.start').click()
      await expect(page.getByText(anna.t('err.camera.none'))).toBeVisible()
      await page.evaluate('navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", window.cameraFault))')
      const faults = [
        ['NotAllowedError', 'err.camera.denied'],
        ['NotFoundError', 'err.camera.none'],
        ['NotReadableError', 'err.camera.busy'],
      ] as const
      for (const [name, words] of faults) {
        await page.evaluate(`window.cameraFault = '${name}'`)
        await anna.button('scan.start').click()
        await expect(page.getByText(anna.t(words))).toBeVisible()
        await anna.expectAccessible()
      }
      await expect(page.locator('body')).not.toHaveClass(/scanner-active/)
      await anna.choose(png(codeRaster(LINK)))
      await expect(anna.sheet()).toContainText(LINK)
      await anna.closeSheet()
    })

    await test.step('an address for USDC goes from its code into the withdrawal form', async () => {
      await anna.choose(png(codeRaster(`ethereum:${ADDRESS}`)))
      await expect(anna.sheet()).toContainText(ADDRESS)
      await expect(anna.sheet().getByRole('link', { name: anna.t('wd.submit') })).toHaveCount(0)

      expect(await user.post('/v2/wallet/accounts', { currency_code: 'USDC' })).toMatchObject({ http: 200 })
      await page.goto(`${anna.url}/wallet/withdrawal?currencyCode=USDC`)
      await anna.button('wd.scan').click()
      const scanner = page.getByRole('dialog', { name: anna.t('wd.scan') })
      await expect(scanner).toContainText(anna.t('scan.ask'))
      await anna.expectAccessible()
      await anna.choose(png(codeRaster(LINK)))
      await expect(scanner).toContainText(anna.t('scan.no_address'))
      await anna.choose(png(codeRaster(ADDRESS)))
      await expect(scanner).toBeHidden()
      await expect(anna.field('wd.address')).toHaveValue(ADDRESS)

      await anna.link('nav.payment').click()
      await anna.toScan()
      await anna.choose(png(codeRaster(`ethereum:${OTHER_ADDRESS}`)))
      await anna
        .sheet()
        .getByRole('link', { name: anna.t('wd.submit') })
        .click()
      await expect(anna.heading('wd.title')).toBeVisible()
      await expect(anna.field('wd.address')).toHaveValue(OTHER_ADDRESS)
    })

    await test.step('a code of the wallet itself opens the form that sends; one that says something wrong is shown as any link', async () => {
      await anna.openScan()
      const own = `${anna.url}/pay/Q7mZ2kP9xV4tB8nL?currency=${anna.home}&amount=`
      await anna.choose(png(codeRaster(`${own}10.00`)))
      await expect(anna.heading('send.title')).toBeVisible()
      await expect(page.getByText(anna.t('refusal.code_unknown'))).toBeVisible()
      await anna.openScan()
      await anna.choose(png(codeRaster(`${own}-10.00`)))
      await expect(anna.sheet()).not.toContainText(anna.t('qrpay.kind.wallet', { brand: anna.brand.name }))
      await anna.closeSheet()
    })
    expect(anna.foreignRequests).toEqual([])
  },
)

test(
  'with the sandbox payment by QR is on: one’s own code is kept, shared and printed as a picture that any camera reads [e2e-payment-5]',
  { tag: '@size' },
  async ({ page }, info) => {
    const anna = new Payer(page, info)
    await anna.settle()
    await noteWhatIsHandedOn(page)
    await page.goto(`${anna.url}/payment`)
    const code = page.getByRole('img', { name: anna.t('qrpay.mine_alt', { code: anna.home }) })
    await expect(code).toBeVisible()
    await expect(page.getByText(anna.t('qrpay.off'))).toHaveCount(0)
    await page.getByRole('textbox', { name: anna.t('qrpay.mine_amount') }).fill('125.50')
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    await test.step('shared, it is a picture with the link and the amount beside it', async () => {
      await anna.button('common.share').click()
      await expect.poll(() => page.evaluate('window.shared?.size > 0')).toBe(true)
      const { type, text, url } = await page.evaluate<{ type: string; text: string; url: string }>('window.shared')
      expect(type).toBe('image/png')
      expect(url).toMatch(/\/pay\/\w+\?.*amount=125\.5/)
      expect(text).toContain(anna.money('125.50', anna.home))
    })
    await test.step('printed, nothing else is on the paper', async () => {
      await anna.button('common.print').click()
      expect(await page.evaluate('window.printed')).toBe(1)
      await page.emulateMedia({ media: 'print' })
      await expect(code).toBeVisible()
      await expect(page.getByText(anna.money('125.50', anna.home), { exact: true })).toBeVisible()
      for (const key of ['common.print', 'requests.code_replace'] as const) await expect(anna.button(key)).toBeHidden()
      await expect(anna.heading('nav.payment')).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
      await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
      await expect(anna.heading('nav.payment')).toBeVisible()
    })
    await test.step('kept, it is read like any other; nobody is paid by their own', async () => {
      const download = page.waitForEvent('download')
      await anna.button('common.download').click()
      const picture = readFileSync(await (await download).path())
      await anna.toScan()
      await anna.choose(picture)
      await expect(page.getByText(anna.t('requests.page_own_code'))).toBeVisible()
      await expect(anna.link('requests.pay')).toHaveCount(0)
      await anna.expectAccessible()
    })
    expect(anna.foreignRequests).toEqual([])
    if (!anna.isWide) return
    await test.step('a picture is sent on by the button of the specification', async () => {
      await page.goto(`${anna.url}/payment`)
      await anna.choose(png(codeRaster(LINK)))
      await anna.closeSheet()
      await anna.button('qrpay.send').click()
      await expect(anna.sheet()).toBeVisible()
      await anna.closeSheet()
      await anna.button('qrpay.remove').click()
      await expect(anna.button('qrpay.send')).toBeDisabled()
      await expect(page.getByText(anna.t('qrpay.need_code'))).toBeVisible()
    })
  },
)

test(
  'a code that asks for a coin leads to what it carries, or says what the wallet sends',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Payer(page, info)
    const user = await anna.settle()
    expect(await user.post('/v2/wallet/accounts', { currency_code: 'USDC' })).toMatchObject({ http: 200 })
    const asked = `ethereum:${USDC}@1/transfer?address=${ADDRESS}&uint256=12.5e6`
    await anna.openScan()

    await test.step('address and amount stand in the form of the withdrawal', async () => {
      await anna.choose(png(codeRaster(asked)))
      await expect(anna.sheet()).toContainText(anna.money('12.50', 'USDC'))
      await anna.expectAccessible()
      await anna
        .sheet()
        .getByRole('link', { name: anna.t('wd.submit') })
        .click()
      await expect(anna.heading('wd.title')).toBeVisible()
      await expect(anna.field('wd.address')).toHaveValue(ADDRESS)
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('12.50'))
    })
    await test.step('scanned in the form, it fills in an amount that is not there yet, and changes none', async () => {
      await page.goto(`${anna.url}/wallet/withdrawal?currencyCode=USDC`)
      await anna.button('wd.scan').click()
      await anna.choose(png(codeRaster(asked)))
      await expect(anna.field('wd.address')).toHaveValue(ADDRESS)
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('12.50'))
      await anna.button('wd.scan').click()
      await anna.choose(png(codeRaster(asked.replace('12.5e6', '99e6').replace(ADDRESS, OTHER_ADDRESS))))
      await expect(anna.field('wd.address')).toHaveValue(OTHER_ADDRESS)
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('12.50'))
    })
    await test.step('bitcoin, and a token of another network, are named, and lead to no form', async () => {
      await anna.openScan()
      for (const [text, named] of [
        ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=20.3&label=Luke-Jr', anna.t('qrpay.kind.bitcoin')],
        [asked.replace('@1', '@8453'), anna.t('qrpay.kind.network', { network: 'Base' })],
      ] as const) {
        await anna.choose(png(codeRaster(text)))
        await expect(anna.sheet()).toContainText(named)
        await expect(anna.sheet()).toContainText(anna.t('qrpay.no_coin'))
        await expect(anna.sheet().getByRole('link')).toHaveCount(0)
        await anna.expectAccessible()
        await anna.closeSheet()
      }
    })
  },
)

test(
  'a picture is read, and previewed on a wide screen, but nothing can be sent [e2e-payment-6]',
  { tag: '@size' },
  async ({ page, wallet }, info) => {
    const anna = new Payer(page, info, wallet)
    await anna.settle()
    await anna.openScan()
    if (!anna.isWide) {
      await anna.choose(png(codeRaster(LINK)))
      await anna.closeSheet()
      await expect(page.getByRole('status').filter({ hasText: anna.t('scan.found') })).toBeVisible()
      await expect(anna.button('qrpay.send')).toHaveCount(0)
      return
    }
    await expect(page.getByRole('radio')).toHaveCount(anna.brand.firstAccounts.length)
    await page.getByRole('radio', { name: anna.second }).check()
    await anna.choose(png(codeRaster(LINK)))
    await expect(anna.sheet()).toContainText(LINK)
    await anna.closeSheet()
    await expect(page.getByRole('img', { name: anna.t('qrpay.preview') })).toBeVisible()
    // While payment is off there is nothing to press that cannot be pressed: the notice says why, once.
    await expect(anna.button('qrpay.send')).toHaveCount(0)
    await expect(page.getByText(anna.t('qrpay.off'), { exact: true })).toHaveCount(1)
    await expect(page.getByText(anna.t('qrpay.off'), { exact: true })).toBeVisible()
    await anna.expectAccessible()
    await anna.button('common.details').click()
    await expect(anna.sheet()).toContainText(LINK)
    await anna.closeSheet()
    await anna.button('qrpay.remove').click()
    await expect(page.getByRole('img', { name: anna.t('qrpay.preview') })).toHaveCount(0)
    await expect(page.getByText(anna.t('qrpay.drop'))).toBeVisible()
  },
)

test('the camera', { tag: ['@once', '@full'] }, async ({ wallet }, info) => {
  await withCamera(info, async (page, show) => {
    const anna = await payerWithCamera(page, info, wallet)
    const shown = page.getByRole('region', { name: anna.t('scan.window') })

    await test.step('shows its window with a line that goes over it every 1500 ms, and marks the body while it is open [e2e-payment-7]', async () => {
      await anna.openScan()
      await anna.expectAccessible()
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await anna.button('scan.start').click()
      await expect(shown).toContainText(anna.t('scan.hint'))
      await expect(shown).toBeFocused()
      await expect(page.locator('body')).toHaveClass(/scanner-active/)
      expect(await motionOf(page)).toEqual({ duration: 1500, direction: 'alternate', iterations: 'Infinity' })
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await motionOf(page)).toBeNull()

      await anna.button('scan.stop').click()
      await expect(shown).toBeHidden()
      await expect(anna.button('scan.start')).toBeFocused()
      await expect(page.locator('body')).not.toHaveClass(/scanner-active/)
      expect(await openedTracks(page)).toEqual(['ended'])

      await anna.button('scan.start').click()
      await expect(shown).toContainText(anna.t('scan.hint'))
      await page.getByRole('link', { name: anna.t('nav.history') }).click()
      await expect(anna.heading('hist.title')).toBeVisible()
      expect(await openedTracks(page)).toEqual(['ended', 'ended'])
      await expect(page.locator('body')).not.toHaveClass(/scanner-active/)
    })

    await test.step('goes off when the page is hidden, and when another tab of the screen is chosen [e2e-payment-8]', async () => {
      await page.goBack()
      await anna.toScan()
      await anna.button('scan.start').click()
      await expect(shown).toContainText(anna.t('scan.hint'))
      // On a desktop both stand side by side.
      if (!anna.isWide) {
        await page.getByRole('tab', { name: anna.t('qrpay.tab_mine') }).click()
        expect(await openedTracks(page)).toEqual(['ended', 'ended', 'ended'])
        await page.getByRole('tab', { name: anna.t('qrpay.tab_scan') }).click()
        await anna.button('scan.start').click()
      }
      await expect(shown).toContainText(anna.t('scan.hint'))
      await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true })
        document.dispatchEvent(new Event('visibilitychange'))`)
      await expect(shown).toBeHidden()
      expect(await openedTracks(page)).toEqual(Array.from({ length: anna.isWide ? 3 : 4 }, () => 'ended'))
    })

    await test.step('starts only when asked, outlines the code it reads, and goes off [e2e-payment-9]', async () => {
      show(placed(codeRaster(SBP, 6), 640, 480, 190))
      await anna.openScan()
      await expect(page.getByText(anna.t('scan.ask'))).toBeVisible()
      expect(await openedTracks(page)).toEqual([])
      await anna.button('scan.start').click()
      const corners = page.locator('[data-outline] polygon')
      await expect(corners).toBeVisible()
      expect(await middleOf(corners)).toEqual({ x: '0.5', y: '0.5' })
      await expect(anna.sheet()).toContainText(anna.t('qrpay.kind.sbp'))
      await expect(anna.sheet()).toContainText(anna.money('100.00', 'RUB'))
      expect(await openedTracks(page)).toEqual(['ended'])
      await expect(page.locator('body')).not.toHaveClass(/scanner-active/)
      expect(anna.foreignRequests).toEqual([])
    })

    await test.step('that the person does not allow stays off', async () => {
      const browser = await launch(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'])
      try {
        const there = new Payer(await pageOf(browser, info, await page.context().storageState()), info, wallet)
        await there.openScan()
        await there.button('scan.start').click()
        await expect(there.page.getByText(there.t('err.camera.denied'))).toBeVisible()
      } finally {
        await browser.close()
      }
    })
  })
})

test('somebody’s code before the camera leads straight to the amount', { tag: '@once' }, async ({ baseURL: _ }, info) => {
  await withCamera(info, async (page, show) => {
    const anna = new Payer(page, info)
    await anna.settle()
    const boris = await signUp({ brand: anna.brand.id, url: anna.url }, anna.language)
    const { link } = await boris.post('/v2/wallet/pay-code', {})
    show(placed(codeRaster(`${link}?currency=${anna.home}&amount=10.00`, 6), 640, 480, 300))
    await anna.openScan()
    await anna.button('scan.start').click()
    await expect(anna.heading('send.title')).toBeVisible()
    await expect(anna.field('amount.label')).toHaveValue(anna.typed('10.00'))
  })
})

/** Notes what the page hands to the device: the picture that is shared, and how often it is printed. */
async function noteWhatIsHandedOn(page: Page): Promise<void> {
  await page.addInitScript(`
    window.printed = 0
    window.print = () => { window.printed += 1 }
    navigator.canShare = () => true
    navigator.share = async ({ files: [{ type, size }], text, url }) => { window.shared = { type, size, text, url } }`)
}

/** Cyrillic as one byte a letter, which is what a bill without UTF-8 is. */
function inCodePage1251(text: string): number[] {
  return Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
  })
}

/** As a JPG file: made by the browser, which is the one that has a coder for it. */
async function jpeg(page: Page, picture: Raster): Promise<Buffer> {
  const bytes = await page.evaluate<number[]>(`(async () => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(${JSON.stringify([...png(picture)])})]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d').drawImage(bitmap, 0, 0)
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
    return [...new Uint8Array(await file.arrayBuffer())]
  })()`)
  return Buffer.from(bytes)
}

interface Handed {
  readonly bytes?: readonly number[]
  readonly texts?: Readonly<Record<string, string>>
}

/** Drops or pastes as a browser does: an event with a DataTransfer at the body. */
async function handOver(page: Page, how: 'drop' | 'paste', { bytes, texts = {} }: Handed): Promise<void> {
  await page.evaluate(`(() => {
    const transfer = new DataTransfer()
    const bytes = ${JSON.stringify(bytes ?? null)}
    if (bytes) transfer.items.add(new File([Uint8Array.from(bytes)], 'code.png', { type: 'image/png' }))
    for (const [type, text] of Object.entries(${JSON.stringify(texts)})) transfer.setData(type, text)
    const event = ${how === 'drop'}
      ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
      : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
  })()`)
}

function launch(flags: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...CHROMIUM_FLAGS, ...flags],
  })
}

async function pageOf(browser: Browser, { project }: TestInfo, storageState?: StorageState): Promise<Page> {
  const { viewport = null, locale = 'ru-RU', hasTouch = false, isMobile = false } = project.use
  const context = await browser.newContext({ viewport, locale, hasTouch, isMobile, ...(storageState && { storageState }) })
  return await context.newPage()
}

/** What a browser has stored for a person. */
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Opens a browser of its own with a camera, which sees what it is shown from its next start on: at first nothing to read. */
async function withCamera(info: TestInfo, use: (page: Page, show: (picture: Raster) => void) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-camera-'))
  const video = join(folder, 'camera.y4m')
  const show = (picture: Raster) => writeFileSync(video, y4m(picture))
  show(plainRaster(640, 480))
  const browser = await launch([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ])
  try {
    await use(await pageOf(browser, info), show)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

/** A signed-in person whose page notes every track of a camera that is opened. */
async function payerWithCamera(page: Page, info: TestInfo, wallet: BuiltWallet): Promise<Payer> {
  await page.context().addInitScript(`window.openedTracks = []
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish)
      window.openedTracks.push(...stream.getTracks())
      return stream
    }`)
  const payer = new Payer(page, info, wallet)
  await payer.settle()
  return payer
}

function openedTracks(page: Page): Promise<string[]> {
  return page.evaluate('window.openedTracks.map((track) => track.readyState)')
}

/** How the line of the scanner moves; null when it stands still. */
function motionOf(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const timing = document.querySelector('[data-scan-line]').getAnimations()[0]?.effect.getTiming()
    return timing ? { duration: timing.duration, direction: timing.direction, iterations: String(timing.iterations) } : null
  })()`)
}

/** The middle of an outline in parts of the window, to one decimal. */
async function middleOf(polygon: { getAttribute(name: string): Promise<string | null> }): Promise<{ x: string; y: string }> {
  const corners = ((await polygon.getAttribute('points')) ?? '').split(' ').map((corner) => corner.split(',').map(Number))
  const mean = (axis: number) => (corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / corners.length).toFixed(1)
  return { x: mean(0), y: mean(1) }
}
