import { expect, test } from 'vitest'
import {
  byUse,
  fillPlaceholders,
  hasPlaceholder,
  shownReviewText,
  storedReviewText,
  withPlaceholders,
} from './saved-texts.ts'

const values = { name: 'Maya Lindgren', project: 'Tally', day: '4' }

test('placeholders are replaced wherever they are, and other braces stay', () => {
  const filled = fillPlaceholders('Hi {name}, {project} of day {day}: {name}, see {Name} and {x}.', values)
  expect(filled).toBe('Hi Maya Lindgren, Tally of day 4: Maya Lindgren, see {Name} and {x}.')
})

test('text that was filled in is not filled in again, and is not a pattern', () => {
  const odd = { name: '{day}', project: '$& $1', day: '4' }
  expect(fillPlaceholders('{name} {project}', odd)).toBe('{day} $& $1')
})

test('says whether a text has a placeholder, also when asked again', () => {
  for (let times = 0; times < 2; times++) expect(hasPlaceholder('Hi {name}')).toBe(true)
  expect(hasPlaceholder('Hi {nobody}, {}')).toBe(false)
})

test('the names of participant and project become placeholders where they are whole words', () => {
  const written = withPlaceholders('Maya Lindgren: Tally, not Tallying, on day 4.', values)
  expect(written).toBe('{name}: {project}, not Tallying, on day 4.')
  expect(withPlaceholders('C++ (beta) works.', { ...values, project: 'C++ (beta)' })).toBe('{project} works.')
})

test('the longer one is replaced first if one name contains the other, and a letter is not a name', () => {
  const nested = { name: 'Maya', project: 'Maya Clock', day: '1' }
  expect(withPlaceholders('Maya and Maya Clock', nested)).toBe('{name} and {project}')
  expect(withPlaceholders('A link is dead.', { name: 'A', project: '', day: '1' })).toBe('A link is dead.')
})

test('the most used text is first, then the order is that of the titles', () => {
  const texts = [
    { title: 'Zip', uses: 1 },
    { title: 'Broken', uses: 1 },
    { title: 'Dead link', uses: 7 },
  ]
  expect(texts.toSorted(byUse).map(({ title }) => title)).toEqual(['Dead link', 'Broken', 'Zip'])
})

test('a text of placeholders only is not shown as one of twenty times its length', () => {
  const name = 'Maya '.repeat(24).trim()
  const stored = storedReviewText('{name}'.repeat(833), name, 'feedback')
  expect(shownReviewText(stored, name)).toBe(stored.text)
  const usual = `Hi ${name}, so far so good.`
  expect(shownReviewText(storedReviewText(usual, name, 'feedback'), name)).toBe(usual)
})
