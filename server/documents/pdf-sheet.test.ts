import { expect, test } from 'vitest'
import { pdfText } from '#tests/pdf-text'
import { openSheet } from './pdf-sheet.ts'

/** A document with a text in a cell, on the right of one, and as a heading; and what it says, a blank between what is drawn by itself. */
async function read(text: string): Promise<{ readonly pdf: Buffer; readonly said: string }> {
  const sheet = await openSheet({ title: 'Title', language: 'en', foot: (page) => `page ${page}` }, new Date(0))
  sheet.drawRows([{ title: '', share: 1 }], [[text]])
  sheet.drawRows([{ title: '', share: 1, align: 'right' }], [[text]])
  sheet.drawHeading(text)
  sheet.end()
  const pdf = sheet.take() ?? Buffer.alloc(0)
  return { pdf, said: pdfText(pdf) }
}

const bare = (text: string): string => text.replace(/\s/g, '')
const times = (text: string, said: string): number => bare(said).split(bare(text)).length - 1
const fromTheRight = (text: string): string => [...text].reverse().join('')

test.each([
  '王小明',
  '山田タロウ',
  '김민수',
  'สมชาย น้ำ',
  'नरेन्द्र मोदी',
  'தமிழ்',
  'শেখ মুজিব',
  'አማርኛ',
  'ქართველი',
  'Nguyễn Thị',
  '🎁🚀',
  '👨‍💻',
  'Анна 王小明, 500,00 ₽ → 6,25 €',
])('%s is drawn in letters and read back from the document', async (text) => {
  const { said } = await read(text)
  expect(times(text, said)).toBe(3)
})

test.each(['محمد علي', 'דוד לוי'])('%s is drawn in reading order, its words in order and a space between them', async (name) => {
  const { said } = await read(name)
  const [first = '', last = ''] = name.split(' ').map(fromTheRight)
  expect(said.split([last, ' ', first].join(' '))).toHaveLength(4)
})

test('a right-to-left name in a left-to-right text keeps its place, with its brackets mirrored correctly', async () => {
  const { said } = await read('Перевод: محمد (علي) · ок')
  expect(times(`Перевод: (${fromTheRight('علي')}) ${fromTheRight('محمد')} · ок`, said)).toBe(3)
})

test('a character that no font has is drawn as its number, and its neighbours are drawn', async () => {
  const { said } = await read('Ann \u{12000}\u0f56 Lee')
  expect(times('Ann [U+12000] [U+0F56] Lee', said)).toBe(3)
})

test('a text that the library cannot lay out as a whole is drawn character by character', async () => {
  const { said } = await read('ਸਿੰਘ')
  expect(times('ਸਿ', said)).toBe(3)
})

test('a document embeds only the fonts that it uses', async () => {
  const plain = await read('Анна')
  expect(plain.pdf.toString('latin1')).not.toMatch(/Noto|Droid/)
  const chinese = await read('王小明')
  expect(chinese.pdf.toString('latin1')).toMatch(/Droid/)
  expect(chinese.pdf.toString('latin1')).not.toMatch(/Noto/)
  expect(chinese.pdf.length).toBeLessThan(plain.pdf.length + 20_000)
})
