// @vitest-environment happy-dom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { errorResponse, mockServer, type RouteHandler } from '../../../../testing/mock-server.ts'
import { PointsButton } from './points-button.tsx'

const entry = (position: number, reason: string, change: number, total: number) => ({
  at: `2026-11-${10 + position}T09:00:00.000Z`,
  position: String(position),
  reason,
  change,
  total,
})
const points = [
  entry(1, 'Day 1 submitted', 5, 5),
  entry(2, 'Day 1 rated 4.5', 45, 50),
  entry(3, 'Day 1 withdrawn', -50, 0),
]

function openLedger(handler: RouteHandler) {
  const requests = mockServer({ 'GET /api/leaderboard/:id/points': handler })
  render(<PointsButton userId="maya" name="Maya Example" />)
  fireEvent.click(screen.getByRole('button', { name: 'Points of Maya Example explained' }))
  return requests
}

// A test does not wait for scripts that are loaded when the dialog opens.
beforeAll(() => import('./points-dialog.tsx'))

test('lists the events behind the total, the newest first, and draws them', async () => {
  const requests = openLedger(() => ({ success: true, points }))
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => [...row.querySelectorAll('span, td')].map((cell) => cell.textContent))).toEqual([
    ['Day 1 withdrawn', '−50.0', '0.0'],
    ['Day 1 rated 4.5', '+45.0', '50.0'],
    ['Day 1 submitted', '+5.0', '5.0'],
  ])
  expect(screen.getByRole('img', { name: 'Total over time: 0.0 points after 3 changes' })).toBeDefined()
  expect(requests.map(({ path }) => path)).toEqual(['/api/leaderboard/maya/points'])
})

test('says that there are no points yet', async () => {
  openLedger(() => ({ success: true, points: [] }))
  expect(await screen.findByText('No points yet')).toBeDefined()
})

test('says that the points could not be loaded, and tries again', async () => {
  let isBroken = true
  openLedger(() =>
    isBroken ? errorResponse(503, 'unavailable', 'The log is not available.') : { success: true, points },
  )
  expect(await screen.findByText('The log is not available.')).toBeDefined()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('table')).toBeDefined()
})

test('loads the points again when it opens again', async () => {
  const requests = openLedger(() => ({ success: true, points }))
  await screen.findByRole('table')
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  fireEvent.click(screen.getByRole('button', { name: 'Points of Maya Example explained' }))
  await screen.findByRole('table')
  expect(requests).toHaveLength(2)
})
