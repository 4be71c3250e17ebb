import { expect, test } from 'vitest'
import { lineAfterKey, lineForText } from './select-keys.ts'

const lines = ['Music player', 'Pomodoro timer', 'Realtime poll', 'Resume'].map((label, at) => ({
  label,
  disabled: at === 2,
}))

test('arrows step over what cannot be chosen and stop at the ends', () => {
  expect(lineAfterKey('ArrowDown', lines, 1)).toBe(3)
  expect(lineAfterKey('ArrowUp', lines, 3)).toBe(1)
  expect(lineAfterKey('ArrowDown', lines, 3)).toBe(3)
  expect(lineAfterKey('ArrowUp', lines, 0)).toBe(0)
})

test('with nothing chosen, down begins at the top and up at the bottom', () => {
  expect(lineAfterKey('ArrowDown', lines, -1)).toBe(0)
  expect(lineAfterKey('ArrowUp', lines, -1)).toBe(3)
})

test('Home and End go to the first and last line', () => {
  expect(lineAfterKey('Home', lines, 3)).toBe(0)
  expect(lineAfterKey('End', lines, 0)).toBe(3)
})

test('pages move eight lines and stay inside', () => {
  const thirty = Array.from({ length: 30 }, (_, at) => ({ label: String(at) }))
  expect(lineAfterKey('PageDown', thirty, 4)).toBe(12)
  expect(lineAfterKey('PageDown', thirty, 28)).toBe(29)
  expect(lineAfterKey('PageUp', thirty, 4)).toBe(0)
})

test('other keys do not move', () => expect(lineAfterKey('x', lines, 0)).toBeUndefined())

test('a letter finds the next line that begins with it, round the end', () => {
  expect(lineForText('p', lines, 0)).toBe(1)
  expect(lineForText('m', lines, 2)).toBe(0)
})

test('more letters narrow the choice, and what cannot be chosen is not found', () => {
  expect(lineForText('re', lines, 0)).toBe(3)
  expect(lineForText('rea', lines, 0)).toBeUndefined()
})
