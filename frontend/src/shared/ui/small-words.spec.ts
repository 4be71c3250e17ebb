import { expect, test } from 'vitest'
import { bytesInWords } from './bytes.ts'
import { cutText } from './cut-text.ts'
import { shortNumber } from './short-number.ts'
import { starParts } from './star-parts.ts'
import { slashFills } from './slash-fills.ts'

test('a file size is said in bytes, kilobytes or megabytes', () => {
  expect(bytesInWords(640)).toBe('640 B')
  expect(bytesInWords(83_968)).toBe('82 KB')
  expect(bytesInWords(2_097_152)).toBe('2.0 MB')
})

test('a number shortens only above 99,999', () => {
  expect(shortNumber(99_999)).toBeUndefined()
  expect(shortNumber(164_380)).toBe('164k')
  expect(shortNumber(1_240_000)).toBe('1.2M')
  expect(shortNumber(999_700)).toBe('1.0M')
})

test('a text of just the length is whole, a longer one is cut between characters', () => {
  expect(cutText('a'.repeat(120), 120)).toBe('a'.repeat(120))
  expect(cutText('a'.repeat(121), 120)).toBe(`${'a'.repeat(120)}...`)
  expect(cutText('👍👍👍', 2)).toBe('👍👍...')
})

test('a half star shows from x.5 up', () => {
  expect(starParts(4.4)).toEqual(['full', 'full', 'full', 'full', 'empty'])
  expect(starParts(4.5)).toEqual(['full', 'full', 'full', 'full', 'half'])
  expect(starParts(5)).toEqual(['full', 'full', 'full', 'full', 'full'])
  expect(starParts(0)).toEqual(['empty', 'empty', 'empty', 'empty', 'empty'])
})

test('slashes fill to the tenth', () => {
  expect(slashFills(5, 4.3)).toEqual([1, 1, 1, 1, 0.3])
  expect(slashFills(3, 9)).toEqual([1, 1, 1])
})
