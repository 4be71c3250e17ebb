import { expect, test } from 'vitest'
import { indexAfterKey, indexForText } from './list-navigation.ts'

const lines = ['Music player', 'Pomodoro timer', 'Realtime poll', 'Resume'].map((label, at) => ({
  label,
  disabled: at === 2,
}))

test('arrows step over what cannot be chosen and stop at the ends', () => {
  expect(indexAfterKey('ArrowDown', lines, 1)).toBe(3)
  expect(indexAfterKey('ArrowUp', lines, 3)).toBe(1)
  expect(indexAfterKey('ArrowDown', lines, 3)).toBe(3)
  expect(indexAfterKey('ArrowUp', lines, 0)).toBe(0)
})

test('with nothing chosen, down begins at the top and up at the bottom', () => {
  expect(indexAfterKey('ArrowDown', lines, -1)).toBe(0)
  expect(indexAfterKey('ArrowUp', lines, -1)).toBe(3)
})

test('Home and End go to the first and last line', () => {
  expect(indexAfterKey('Home', lines, 3)).toBe(0)
  expect(indexAfterKey('End', lines, 0)).toBe(3)
})

test('pages move eight lines and stay inside', () => {
  const thirty = Array.from({ length: 30 }, (_, at) => ({ label: String(at) }))
  expect(indexAfterKey('PageDown', thirty, 4)).toBe(12)
  expect(indexAfterKey('PageDown', thirty, 28)).toBe(29)
  expect(indexAfterKey('PageUp', thirty, 4)).toBe(0)
})

test('other keys do not move', () => expect(indexAfterKey('x', lines, 0)).toBeUndefined())

test('a letter finds the next line that begins with it, round the end', () => {
  expect(indexForText('p', lines, 0)).toBe(1)
  expect(indexForText('m', lines, 2)).toBe(0)
})

test('more letters narrow the choice, and what cannot be chosen is not found', () => {
  expect(indexForText('re', lines, 0)).toBe(3)
  expect(indexForText('rea', lines, 0)).toBeUndefined()
})
