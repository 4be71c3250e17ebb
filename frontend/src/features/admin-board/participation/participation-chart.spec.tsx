// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Participation } from './participation-chart.tsx'
import { layOutBars } from '../../../shared/charts/bars/bar-chart.tsx'

const days = [
  { day: 1, active: 40 },
  { day: 2, active: 0 },
  { day: 3, active: 20 },
  { day: 4, active: 0 },
]
const values = days.map(({ active }) => active)
const layout = { maxValue: 60, width: 400, height: 120 }

test('the height of a bar is its share of the plot, and a day without a project is a stub', () => {
  const bars = layOutBars(values, layout)
  expect(bars.map(({ height }) => height)).toEqual([80, 3, 40, 3])
})

test('bars on an axis stand upright and fill the width', () => {
  const { container } = render(<Participation days={days} today={3} />)
  expect(container.querySelectorAll('path').length).toBeGreaterThan(0)
  expect(container.querySelector('[transform*=skew]')).toBeNull()
  const last = layOutBars(values, layout).at(-1)
  expect((last?.left ?? 0) + (last?.width ?? 0)).toBeCloseTo(layout.width, 5)
})

test('tells past days, today and days to come apart', () => {
  const { container } = render(<Participation days={days} today={3} />)
  const tones = [...container.querySelectorAll('path')].map((bar) => bar.getAttribute('class')?.split('-')[0])
  expect(tones).toEqual(['strong', 'none', 'today', 'toCome'])
})

test('says how many take part today, and on which day the most did', () => {
  render(<Participation days={days} today={3} participants={60} />)
  expect(
    screen.getByRole('img', {
      name: 'Participants with a project on each day: 20 today, 40 at most, on day 1',
    }),
  ).toBeTruthy()
})

test('says that nobody has submitted yet', () => {
  render(<Participation days={days.map(({ day }) => ({ day, active: 0 }))} today={3} participants={60} />)
  expect(screen.getByRole('img', { name: 'Participants with a project on each day: none yet' })).toBeTruthy()
})

test('the table has the days up to today', () => {
  render(<Participation days={days} today={3} participants={60} />)
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(['Day 140', 'Day 20', 'Day 320'])
})

test('the line of all participants fits into the plot, and is missing while their number is not known', () => {
  const { container, rerender } = render(<Participation days={days} today={3} participants={300} />)
  const line = container.querySelector('[data-participants]')
  expect(Number(line?.getAttribute('y1'))).toBe(0)
  expect(screen.getByText('On the leaderboard: 300')).toBeTruthy()
  rerender(<Participation days={days} today={3} />)
  expect(container.querySelector('[data-participants]')).toBeNull()
  expect(screen.queryByText(/On the leaderboard/)).toBeNull()
})
