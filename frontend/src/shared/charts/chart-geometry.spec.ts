import { expect, test } from 'vitest'
import { axisPoint, radarPoints } from './ratings/criteria-radar.tsx'
import { formatRankHistory, numberedDayIndexes, rankPath, rankY } from './ranks/rank-over-time.tsx'
import {
  formatDay,
  formatStripSummary,
  heatTone,
  type DayMark,
  labeledDays,
  routeBars,
  slant,
  layOutSlantedBars,
} from './slanted-bars.ts'
import { gridStep, stackBars } from './bars/bar-chart.tsx'
import { stripBars, stripSizes, tonePaths } from './days/heat-strip.tsx'

const day = (number: number, mark: Partial<DayMark> = {}): DayMark => ({
  day: number,
  state: 'scored',
  score: 4.6,
  ...mark,
})
const month = (mark: (day: number) => Partial<DayMark>) =>
  Array.from({ length: 30 }, (_, index) => day(index + 1, mark(index + 1)))

test('colours a score by its band; a band includes its lower edge', () => {
  expect([4.45, 4.4, 3.76, 3.7, 2.95, 2.9].map(heatTone)).toEqual([4.5, 4.4, 3.8, 3.7, 3, 2.9].map(heatTone))
  expect([4.5, 4.4, 3.8, 3.7, 3, 2.9].map(heatTone)).toEqual([
    'heat4',
    'heat3',
    'heat3',
    'heat2',
    'heat2',
    'heat1',
  ])
})

test('fits thirty slashes and the slant of the last one into the strip', () => {
  for (const size of Object.values(stripSizes)) {
    const row = layOutSlantedBars({ count: 30, ...size })
    expect(row.left(29) + row.barWidth + size.height * slant).toBeCloseTo(size.width, 5)
  }
})

test('draws better scores taller', () => {
  const bars = stripBars(
    [
      day(1),
      day(2, { score: 4 }),
      day(3, { score: 3.2 }),
      day(4, { score: 2 }),
      day(5, { state: 'to-come' }),
    ],
    { width: 100, height: 100, gap: 2 },
  )
  expect(bars.map((bar) => Math.round(bar.height))).toEqual([100, 80, 60, 42, 30])
})

test('draws a missed day as a stub of 2.5 to 4 px at every size', () => {
  const stub = (height: number) =>
    stripBars([day(1, { state: 'missed' })], { width: 50, height, gap: 1 })[0]?.height
  expect([11, 22, 58].map(stub)).toEqual([2.5, 2.5, 4])
})

test('draws one path per tone', () => {
  const days = month((number) => (number > 19 ? { state: 'to-come' } : {}))
  expect(tonePaths(stripBars(days, stripSizes.s)).map(([tone]) => tone)).toEqual(['heat4', 'to-come'])
})

test('summarizes a strip in one sentence', () => {
  const days = month((number) => (number > 19 ? { state: 'to-come', score: undefined } : { score: 4.2 }))
  expect(formatStripSummary(days, 'Leila Haddad')).toBe(
    '30 days of Leila Haddad: 19 submitted, none missed, average 4.2',
  )
})

test('a month without a rating has no average', () => {
  const days = month(() => ({ state: 'missed', score: undefined }))
  expect(formatStripSummary(days, 'Maya')).toBe('30 days of Maya: none submitted, 30 missed')
})

test('describes a day by number, title and state', () => {
  expect(formatDay(day(5, { title: 'Countdown', score: 4.2 }))).toBe('Day 5, Countdown, 4.2')
  expect(formatDay(day(21, { state: 'to-come' }))).toBe('Day 21, opens on day 21')
  expect(formatDay(day(18, { state: 'unrated' }))).toBe('Day 18, not rated yet')
})

test('draws harder days taller in the route', () => {
  const bars = routeBars(
    [day(1, { difficulty: 1 }), day(2, { difficulty: 2 }), day(3, { difficulty: 3 })],
    300,
    100,
  )
  expect(bars.map((bar) => Math.round(bar.height))).toEqual([42, 70, 100])
})

test("numbers every fifth day and today, without numbers next to today's", () => {
  expect(labeledDays(30, 19, false)).toEqual([1, 5, 10, 15, 19, 25, 30])
  expect(labeledDays(30, undefined, false)).toEqual([1, 5, 10, 15, 20, 25, 30])
})

test('a narrow route numbers the first, the tenth, today and the last day', () => {
  expect(labeledDays(30, 19, true)).toEqual([1, 10, 19, 30])
})

test('the first criterion points straight up and full marks reach the edge', () => {
  expect(axisPoint(0, 5, 80)).toEqual({ x: 0, y: -80 })
  expect(radarPoints([5, 0, 0, 0, 0], 80)[0]).toEqual({ x: 0, y: -80 })
  expect(radarPoints([9, 0, 0, 0, 0], 80)[0]).toEqual({ x: 0, y: -80 })
})

const plot = { left: 0, right: 90, top: 0, bottom: 90 }

test('draws the first rank on top and lower ranks than the tenth below the edge', () => {
  expect(rankY(1, 10, plot)).toBe(0)
  expect(rankY(10, 10, plot)).toBe(90)
  expect(rankY(40, 10, plot)).toBeGreaterThan(90)
})

test('a day without a rank leaves a gap in the line', () => {
  expect(rankPath([1, null, 2, 2], 10, plot).match(/M/g)).toHaveLength(2)
})

test('numbers every fifth day of a rank chart, and always the last one', () => {
  expect(numberedDayIndexes([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])).toEqual([0, 5, 9])
})

test('summarizes a rank history by its first and last rank', () => {
  expect(formatRankHistory('Maya', [3, 1, 9])).toBe('Maya, from place 3 to 9')
  expect(formatRankHistory('Kenji', [1, 1])).toBe('Kenji, place 1')
  expect(formatRankHistory('New', [null])).toBe('New, not ranked yet')
})

test('three grid lines with a round step reach the tallest day', () => {
  expect([1, 3, 4, 36, 71, 119, 2041].map(gridStep)).toEqual([1, 1, 2, 15, 30, 40, 1000])
})

test('a day stacks approved, pending and rejected from bottom to top, without empty parts', () => {
  const bars = stackBars({ day: 1, approved: 50, pending: 0, rejected: 10 }, 100, 200)
  expect(bars).toEqual([
    { part: 'approved', y: 100, height: 98.5 },
    { part: 'rejected', y: 80, height: 18.5 },
  ])
})
