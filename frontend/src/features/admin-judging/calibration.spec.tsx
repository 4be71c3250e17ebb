// @vitest-environment happy-dom
import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { calibration, emptyJudging, findCard, renderScreen } from '../../../testing/judging-screen.tsx'
import { clearUserData } from '../../shared/storage/user-change.ts'

beforeEach(clearUserData)

test('shows the calibration ratings beside the median, and who has not finished', async () => {
  renderScreen(() => ({ ...emptyJudging, calibration }))
  const card = await findCard('Calibration')
  expect(within(card).getByText('Not finished: Rita Vance (1 of 2)')).toBeTruthy()
  const row = within(card).getByRole('row', { name: /Kanban/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Median3.5', 'Ines Duarte4.0 +0.50', 'Rita Vance–not rated', 'RemoveRemove'])
  const hidden = within(card).getByRole('row', { name: /Weather/ })
  expect(hidden.textContent).toContain('Rejected, so nobody is asked to rate it')
  expect(hidden.textContent).toContain('Hidden until you rate it')
})

test('removes a project from calibration', async () => {
  let judging: JudgingResponse = { ...emptyJudging, calibration }
  const requests = renderScreen(() => judging, {
    'DELETE /api/admin/judging/calibration/:id': () => {
      judging = emptyJudging
      return { success: true, position: '11' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Kanban from calibration' }))
  await waitFor(() => expect(screen.getByText('No projects have been chosen for calibration.')).toBeTruthy())
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe(
    '/api/admin/judging/calibration/kanban',
  )
})
