// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

async function loadIn(language: string) {
  document.documentElement.lang = language
  const names = await import('./t.ts')
  const { formatFirstName } = await import('../people/people.tsx')
  const { translateStandIns } = await import('./server-text.ts')
  return { ...names, formatFirstName, translateStandIns }
}

test('a first name is the first word, and all words that stand for somebody without an account', async () => {
  const { formatFirstName, translateStandIns } = await loadIn('de')
  expect(['Maya Lindgren', ' Maya\u00a0L', 'Maya', ''].map((name) => formatFirstName({ name }))).toEqual([
    'Maya',
    'Maya',
    'Maya',
    '',
  ])
  const deleted = { fullName: 'Deleted participant', nameCodes: { fullName: 'deletedPerson' } } as const
  expect(formatFirstName(translateStandIns({ ...deleted }))).toBe('Gelöschtes Konto')
  expect(formatFirstName({ name: 'Deleted participant' })).toBe('Deleted')
})

test('marks stacked on one letter keep its line, and take no time however many they are', async () => {
  const { formatName, formatFirstName } = await loadIn('en')
  const marks = '\u0300\u0315\u0323\u035c'
  expect(formatName(`Z${marks.repeat(20)}a${marks}lgo`)).toBe(`Z\u0300\u0315\u0323a\u0300\u0315\u0323lgo`)
  expect(formatName(`\u0e01${'\u0e49'.repeat(60)}`)).toBe(`\u0e01${'\u0e49'.repeat(6)}`)
  expect(formatFirstName({ name: `Z${marks} Berg` })).toBe('Z\u0300\u0315\u0323')
  const started = performance.now()
  formatName('\u0300'.repeat(100_000))
  expect(performance.now() - started).toBeLessThan(1_000)
})

test.for([
  ['Vietnamese', 'Nguye\u0302\u0303n'],
  ['Arabic with vowels', 'مُحَمَّدٌ'],
  ['Hebrew with points', 'שָּׁלוֹם'],
  ['Thai', 'กั้งที่น้ำ'],
  ['Tibetan', 'བསྒྲུབས་སྐྱཻ'],
  ['Devanagari', 'श्रीमन्त्ज़्यों'],
])('keeps every mark of a name in %s', async ([, name = '']) => {
  const { formatName } = await loadIn('en')
  expect(formatName(name)).toBe(name)
})

test('a site is the host of its address without www', async () => {
  const { formatSite } = await import('./format-site.ts')
  expect(formatSite('https://www.theodinproject.com/paths')).toBe('theodinproject.com')
})
