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
  expect((await loadIn('de')).formatFirstName('Somebody elsewhere')).toBe('Jemand von anderswo')
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
