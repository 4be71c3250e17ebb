import { expect, test } from 'vitest'
import { boardMarks } from './board-marks.ts'

const day5 = { day: 5, totalDays: 30, started: true }
const stateOf = (days: Parameters<typeof boardMarks>[0], day: number, now = day5) =>
  boardMarks(days, now)[day - 1]

test('a day with an official score is drawn with its score', () => {
  expect(stateOf([{ day: 2, status: 'approved', score: 4.2 }], 2)).toEqual({
    day: 2,
    state: 'scored',
    score: 4.2,
  })
})

test('a day that nobody has rated yet is drawn as unrated', () => {
  expect(stateOf([{ day: 2, status: 'submitted', score: null }], 2)).toEqual({ day: 2, state: 'unrated' })
})

test('a rejected day stays visible as rejected', () => {
  expect(stateOf([{ day: 5, status: 'rejected', score: null }], 5)).toEqual({ day: 5, state: 'rejected' })
})

test('today is open until it is handed in', () => {
  expect(stateOf([], 5)).toEqual({ day: 5, state: 'today-open' })
  expect(stateOf([{ day: 5, status: 'submitted', score: null }], 5)).toEqual({ day: 5, state: 'today-done' })
})

test('a past day without a project is missed, a later one is still to come', () => {
  expect(stateOf([], 4)).toEqual({ day: 4, state: 'missed' })
  expect(stateOf([], 6)).toEqual({ day: 6, state: 'to-come' })
})

test('before the challenge has started no day is missed', () => {
  const states = boardMarks([], { day: 1, totalDays: 30, started: false }).map(({ state }) => state)
  expect(new Set(states)).toEqual(new Set(['to-come']))
})
