// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

async function loadIn(language: string) {
  document.documentElement.lang = language
  const { formatName, formatFirstName } = await import('./format-name.ts')
  const { formatPointsBehind } = await import('./format-points.ts')
  const { formatStripSummary } = await import('../charts/days/format-day.ts')
  return { formatName, formatFirstName, formatPointsBehind, formatStripSummary }
}

test('a deleted account has a name in the language of the page', async () => {
  expect((await loadIn('de')).formatName('Deleted participant')).toBe('Gelöschtes Konto')
  vi.resetModules()
  expect((await loadIn('en')).formatName('Deleted participant')).toBe('Deleted participant')
})

test('a person who acted in a file without a known signature has a name in the language of the page', async () => {
  expect((await loadIn('de')).formatFirstName('Somebody elsewhere')).toBe('Person von anderswo')
})

test('other names stay as they are', async () => {
  const { formatName, formatFirstName } = await loadIn('de')
  expect(['Maya Lindgren', 'deleted participant', 'Deleted'].map(formatName)).toEqual([
    'Maya Lindgren',
    'deleted participant',
    'Deleted',
  ])
  expect(['Maya Lindgren', ' Maya\u00a0L', 'Maya', ''].map(formatFirstName)).toEqual([
    'Maya',
    'Maya',
    'Maya',
    '',
  ])
})

test('a deleted account has no first name', async () => {
  expect((await loadIn('de')).formatFirstName('Deleted participant')).toBe('Gelöschtes Konto')
})

test('gaps and the strip of days name a deleted account in the language of the page', async () => {
  const { formatPointsBehind, formatStripSummary } = await loadIn('de')
  expect(formatPointsBehind(2, 'Deleted participant')).toContain('Gelöschtes Konto')
  expect(formatPointsBehind(0, 'Deleted participant')).toContain('Gelöschtes Konto')
  expect(formatStripSummary([], 'Deleted participant')).toContain('Gelöschtes Konto')
})

test('marks stacked on one letter keep its line, and take no time however many they are', async () => {
  const { formatName, formatFirstName } = await loadIn('en')
  const marks = '\u0300\u0315\u0323\u035c'
  expect(formatName(`Z${marks.repeat(20)}a${marks}lgo`)).toBe(`Z\u0300\u0315\u0323a\u0300\u0315\u0323lgo`)
  expect(formatName(`\u0e01${'\u0e49'.repeat(60)}`)).toBe(`\u0e01${'\u0e49'.repeat(6)}`)
  expect(formatFirstName(`Z${marks} Berg`)).toBe('Z\u0300\u0315\u0323')
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
