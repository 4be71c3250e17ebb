import { expect, test } from 'vitest'
import { indexAfterKey, indexForText } from './list-navigation.ts'

const options = ['Music player', 'Pomodoro timer', 'Realtime poll', 'Resume'].map((label, index) => ({
  label,
  disabled: index === 2,
}))

test('arrow keys skip disabled options and stop at both ends', () => {
  expect(indexAfterKey('ArrowDown', options, 1)).toBe(3)
  expect(indexAfterKey('ArrowUp', options, 3)).toBe(1)
  expect(indexAfterKey('ArrowDown', options, 3)).toBe(3)
  expect(indexAfterKey('ArrowUp', options, 0)).toBe(0)
})

test('without an active option, down starts at the first and up at the last option', () => {
  expect(indexAfterKey('ArrowDown', options, -1)).toBe(0)
  expect(indexAfterKey('ArrowUp', options, -1)).toBe(3)
})

test('Home and End go to the first and last option', () => {
  expect(indexAfterKey('Home', options, 3)).toBe(0)
  expect(indexAfterKey('End', options, 0)).toBe(3)
})

test('Page Up and Page Down move by eight options and stop at both ends', () => {
  const thirty = Array.from({ length: 30 }, (_, index) => ({ label: String(index) }))
  expect(indexAfterKey('PageDown', thirty, 4)).toBe(12)
  expect(indexAfterKey('PageDown', thirty, 28)).toBe(29)
  expect(indexAfterKey('PageUp', thirty, 4)).toBe(0)
})

test('other keys do not navigate', () => expect(indexAfterKey('x', options, 0)).toBeUndefined())

test('a letter finds the next option that begins with it, and continues at the top', () => {
  expect(indexForText('p', options, 0)).toBe(1)
  expect(indexForText('m', options, 2)).toBe(0)
})

test('more letters narrow the search, and disabled options are not found', () => {
  expect(indexForText('re', options, 0)).toBe(3)
  expect(indexForText('rea', options, 0)).toBeUndefined()
})
