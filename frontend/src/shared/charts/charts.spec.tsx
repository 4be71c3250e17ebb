// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CriteriaRadar } from './ratings/criteria-radar.tsx'
import { paths, createMemoryRouter, RouterProvider } from '../navigation/router.ts'
import type { DayMark } from './slanted-bars.ts'
import { HeatStrip } from './days/heat-strip.tsx'
import { RankOverTime } from './ranks/rank-over-time.tsx'
import { ChallengeRoute } from './days/challenge-route.tsx'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { SubmissionsPerDay } from './bars/bar-chart.tsx'

const days: DayMark[] = Array.from({ length: 30 }, (_, index) => {
  const day = index + 1
  if (day === 19) return { day, state: 'today-open', title: 'Realtime poll' }
  return day < 19 ? { day, state: 'scored', score: 4.2, title: `Brief ${day}` } : { day, state: 'to-come' }
})

test('describes a small strip as one image with a summary', () => {
  render(<HeatStrip days={days} size="xs" personName="Leila" />)
  expect(
    screen.getByRole('img', { name: '30 days of Leila: 18 submitted, none missed, average 4.2' }),
  ).toBeTruthy()
  expect(screen.queryByText('View as table')).toBeNull()
})

test('makes a large strip one tab stop whose days are reached with arrow keys', async () => {
  render(<HeatStrip days={days} size="l" personName="Leila" />)
  const slashes = within(screen.getByRole('group', { name: /30 days/ })).getAllByRole('img')
  expect(slashes.filter((slash) => slash.getAttribute('tabindex') === '0')).toHaveLength(1)
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Day 19, Realtime poll, today, open')
  expect(screen.getByText('Day 19, Realtime poll, today, open')).toBeTruthy()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Day 18, Brief 18, 4.2')
})

test('a large strip offers the same data as a table', () => {
  render(<HeatStrip days={days} size="l" personName="Leila" />)
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows[1]?.textContent).toBe('Day 1Brief 14.2')
})

test('links the slashes of a route to their day within the app', async () => {
  const router = createMemoryRouter([{ path: '*', element: <ChallengeRoute days={days} linked /> }])
  render(<RouterProvider router={router} />)
  const link = screen.getByRole('link', { name: 'Day 4, Brief 4, 4.2' })
  await userEvent.click(link)
  expect(router.state.location.pathname + router.state.location.search).toBe(paths.briefOfDay(4))
  expect(link.getAttribute('href')).toBe(paths.briefOfDay(4))
})

test('a route is one image on phones, where its slashes are too thin to press', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      report
      constructor(report: () => void) {
        this.report = report
      }
      observe() {
        queueMicrotask(this.report)
      }
      disconnect() {}
    },
  )
  renderInRouter(<ChallengeRoute days={days} linked />)
  expect(await screen.findByRole('img', { name: /30 days/ })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('says in the language of the page whose days a route has', async () => {
  vi.resetModules()
  vi.doMock(import('../../messages/en.ts'), async (load) => {
    const { en } = await load()
    return { en: { ...en, 'charts.yours': 'dir' } }
  })
  const { ChallengeRoute: Route } = await import('./days/challenge-route.tsx')
  render(<Route days={days} />)
  expect(screen.getByRole('img', { name: /^30 days of dir: / })).toBeTruthy()
})

const values = { functionality: 4.7, design: 4.3, innovation: 4.7, codeQuality: 4.3, completeness: 4 }

test('shows the radar values as text and to screen readers', () => {
  render(<CriteriaRadar values={values} />)
  expect(
    screen.getByRole('img', {
      name: 'Rating by criterion: Functionality 4.7, Design 4.3, Creativity 4.7, Code quality 4.3, Usability 4.0',
    }),
  ).toBeTruthy()
})

test('shows a message instead of the radar without a rating', () => {
  render(<CriteriaRadar values={null} />)
  expect(screen.getByRole('heading', { name: 'Not rated yet' })).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('summarizes the user and the leader in rank over time, and lists everyone in its table', () => {
  render(
    <RankOverTime
      days={[18, 19]}
      people={[
        { id: 'k', name: 'Kenji Watanabe', ranks: [2, 1], isLeader: true },
        { id: 'm', name: 'Maya', ranks: [3, 9], isYou: true },
        { id: 'z', name: 'Zanele', ranks: [9, 10] },
      ]}
    />,
  )
  expect(screen.getByRole('group', { name: /Rank over time/ }).getAttribute('aria-label')).toBe(
    'Rank over time, days 18 to 19: Kenji Watanabe, from place 2 to 1; you, from place 3 to 9',
  )
  expect(screen.getByRole('table', { hidden: true }).textContent).toContain('Zanele910')
  expect(screen.getByText('Leader')).toBeTruthy()
})

test('summarizes submissions per day in total and today', () => {
  render(
    <SubmissionsPerDay
      today={2}
      days={[
        { day: 1, approved: 40, pending: 0, rejected: 2 },
        { day: 2, approved: 20, pending: 30, rejected: 1 },
      ]}
    />,
  )
  expect(screen.getByRole('img', { name: 'Submissions per day: 93 in all, 51 today' })).toBeTruthy()
})

test("puts today's number above the bars that it is as wide as", () => {
  const approvedPerDay = [400, 100, ...Array<number>(58).fill(0)]
  const manyDays = approvedPerDay.map((approved, index) => ({
    day: index + 1,
    approved,
    pending: 0,
    rejected: 0,
  }))
  const { container } = render(<SubmissionsPerDay today={2} days={manyDays} />)
  const label = [...container.querySelectorAll('text')].find((text) => text.textContent === '100')
  const tops = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('y')))
  expect(Number(label?.getAttribute('y'))).toBeLessThan(Math.min(...tops))
})

test('numbers the first day, every fifth and today, without a number beside that of today', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => ({
    day: index + 1,
    approved: 0,
    pending: 0,
    rejected: 0,
  }))
  const { container } = render(<SubmissionsPerDay today={6} days={twelve} />)
  const numbers = [...container.querySelectorAll('text[text-anchor="middle"]')]
  expect(numbers.map((text) => text.textContent)).toEqual(['1', '6', '10'])
})
