// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  adminBoardResponse,
  chloeRow,
  projectsResponse,
  projectStatistics,
  quickShow,
  statCards,
  statisticsResponse,
} from '../../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import { mockServer, networkError, type RouteHandler } from '../../../../testing/mock-server.ts'
import { renderInRouter } from '../../../../testing/render-in-router.tsx'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import type * as ParticipationChartModule from './participation-chart.tsx'
import { AdminBoardScreen } from '../admin-board-screen.tsx'

const chart = vi.hoisted(() => ({ failures: 0, loads: 0 }))
vi.mock('./participation-chart.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof ParticipationChartModule>()
  return {
    get ParticipationChart() {
      chart.loads += 1
      if (chart.loads <= chart.failures) throw new Error('The script could not be loaded.')
      return original.ParticipationChart
    },
  }
})

/** Tells the card whether it is near the visible part of the screen. */
let tellNear: ((isIntersecting: boolean) => void) | undefined

/** The card looks where it is once the standings above it are loaded. */
const setNear = async (isIntersecting: boolean) => {
  await vi.waitFor(() => expect(tellNear).toBeDefined(), 10_000)
  act(() => tellNear?.(isIntersecting))
}

beforeEach(() => {
  chart.failures = 0
  chart.loads = 0
  tellNear = undefined
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        // The first card is that of the participation.
        tellNear ??= (isIntersecting) => onChange([{ isIntersecting }])
      }
      observe() {}
      disconnect() {}
    },
  )
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true, started: true, day: 2 })
})

const perDay = [
  { day: 1, approved: 99, pending: 0, rejected: 4 },
  { day: 2, approved: 20, pending: 30, rejected: 1 },
]

const renderScreen = (routes: Record<string, RouteHandler> = {}) => {
  mockServer({
    'GET /api/admin/statistics': () => statisticsResponse({ ...statCards, perDay }),
    'GET /api/leaderboard/leaderboard': () => adminBoardResponse([chloeRow]),
    'GET /api/projects/all': () => projectsResponse([quickShow]),
    ...routes,
  })
  renderInRouter(<AdminBoardScreen />)
}

const summary = (today: number, most: number) =>
  `Participants with a project on each day: ${today} today, ${most} at most, on day 1`

test('counts approved, pending and rejected projects of a day, beside all participants', async () => {
  renderScreen()
  await setNear(true)
  expect(await screen.findByRole('img', { name: summary(51, 103) })).toBeTruthy()
  expect(await screen.findByText('On the leaderboard: 128')).toBeTruthy()
})

test('is loaded only when the reader comes near', async () => {
  renderScreen()
  await screen.findByText('2,041')
  await setNear(false)
  await vi.dynamicImportSettled()
  expect(chart.loads).toBe(0)
  await setNear(true)
  expect(await screen.findByRole('img', { name: summary(51, 103) })).toBeTruthy()
  expect(chart.loads).toBe(1)
})

test('follows new submissions', async () => {
  renderScreen()
  await setNear(true)
  await screen.findByRole('img', { name: summary(51, 103) })
  await vi.dynamicImportSettled()
  await emitFromServer('statistics.changed', {
    position: '11',
    epoch: 'e1',
    at: '2025-11-20T11:00:00.000Z',
    statistics: {
      ...projectStatistics,
      perDay: perDay.map((day) => (day.day === 2 ? { ...day, pending: 31 } : day)),
    },
  })
  expect(await screen.findByRole('img', { name: summary(52, 103) })).toBeTruthy()
})

test('says that the figures are not available when the statistics could not be loaded', async () => {
  renderScreen({
    'GET /api/admin/statistics': networkError,
    'GET /api/auth/users/count': () => ({ success: true, count: 128 }),
    'GET /api/auth/users/active': () => ({ success: true, count: 96 }),
    'GET /api/projects/count': () => ({ success: true, count: 2041 }),
  })
  await setNear(true)
  const card = await screen.findByRole('region', { name: 'Participation over thirty days' })
  await vi.waitFor(() => expect(card.textContent).toContain('Not available'))
})

test('the rest of the screen stays when the script of the chart cannot be loaded', async () => {
  chart.failures = 1
  renderScreen()
  await setNear(true)
  expect(await screen.findByText('Failed to load the chart')).toBeTruthy()
  expect(screen.getByText('2,041')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('img', { name: summary(51, 103) })).toBeTruthy()
})
