// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { projectStatistics } from '../../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import { errorResponse, mockServer } from '../../../../testing/mock-server.ts'
import { clearUserData } from '../../../shared/storage/user-change.ts'
import { ReviewChartsOfBoard } from './review-charts-of-board.tsx'

const hours = (count: number) => count * 3_600_000
const day = (date: string, backlog: number, reviews = 0, median: number | null = null, p90 = median) => ({
  date,
  backlog,
  reviews,
  median,
  p90,
})
const answer = (...days: ReturnType<typeof day>[]) => ({
  success: true,
  days,
  reviewers: [
    { id: 'ines', name: 'Ines Duarte', ratings: 6, approved: 4, rejected: 1 },
    { id: 'gone', name: 'Deleted participant', ratings: 2, approved: 0, rejected: 0 },
  ],
  position: '10',
  epoch: 'e1',
})
const rowsOf = async (caption: RegExp) => {
  const table = await screen.findByRole('table', { name: caption, hidden: true })
  return within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))
}

test('shows backlog, waiting time and the work of the admins, each as a table, too', async () => {
  mockServer({
    'GET /api/admin/statistics/reviews': () =>
      answer(day('2025-11-19', 3), day('2025-11-20', 5, 4, hours(5), hours(50))),
  })
  render(<ReviewChartsOfBoard />)
  expect(await rowsOf(/^Projects waiting .* 5 now, 5 at most/)).toEqual([
    ['Day', 'Waiting for review'],
    ['Nov 19', '3'],
    ['Nov 20', '5'],
  ])
  expect(await rowsOf(/within 5 h, nine of ten within 2 days/)).toEqual([
    ['Day', 'Reviews', 'Half reviewed within', 'Nine of ten reviewed within'],
    ['Nov 19', '0', '–', '–'],
    ['Nov 20', '4', '5 h', '2 days'],
  ])
  expect(await rowsOf(/^Ratings and reviews/)).toEqual([
    ['Admin', 'Ratings', 'Approved', 'Rejected'],
    ['Ines Duarte', '6', '4', '1'],
    ['Deleted participant', '2', '0', '0'],
  ])
})

test('follows the reviews live', async () => {
  let backlog = 2
  mockServer({ 'GET /api/admin/statistics/reviews': () => answer(day('2025-11-20', backlog)) })
  render(<ReviewChartsOfBoard />)
  await screen.findByRole('img', { name: /2 now/ })
  await vi.dynamicImportSettled()
  backlog = 1
  await act(() =>
    emitFromServer('statistics.changed', {
      position: '20',
      epoch: 'e1',
      at: '2025-11-20T11:00:00.000Z',
      statistics: projectStatistics,
    }),
  )
  await waitFor(() => expect(screen.getByRole('img', { name: /1 now/ })).toBeTruthy(), { timeout: 4_000 })
})

test('says that the figures could not be loaded, and loads them again', async () => {
  clearUserData()
  let fails = true
  mockServer({
    'GET /api/admin/statistics/reviews': () =>
      fails ? errorResponse(503, 'busy', 'Busy') : answer(day('2025-11-20', 7)),
  })
  render(<ReviewChartsOfBoard />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  fails = false
  await userEvent.click(retry)
  expect(await screen.findByRole('img', { name: /7 now/ })).toBeTruthy()
})
