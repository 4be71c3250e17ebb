// @vitest-environment happy-dom
import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ownJudging, renderScreen, submit } from '../../../testing/rate-project-screen.tsx'
import { applause, ines } from '../../../testing/admin-fixtures.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { useSession } from '../../shared/session/session.ts'

type OwnConflict = NonNullable<OwnJudgingResponse['project']>['conflict']

const declaredAt = '2026-01-05T12:00:00.000Z'

const withJudging = (response: OwnJudgingResponse) => ({ 'GET /api/admin/judging/mine': () => response })

test('an admin with a conflict of interest sees why there is no form, and takes it back', async () => {
  let conflict: OwnConflict = { reason: 'work', at: declaredAt, by: null }
  const { requests } = renderScreen({
    'GET /api/admin/judging/mine': () => ownJudging({ conflict }),
    'DELETE /api/admin/judging/conflicts': () => {
      conflict = null
      return { success: true, position: '11' }
    },
  })
  expect(await screen.findByText(/You can't approve, reject, or rate the projects of/)).toBeTruthy()
  expect(screen.getByText(/Work together/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit Rating' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await submit()).toBeTruthy()
  expect(requests.find(({ method }) => method === 'DELETE')).toMatchObject({ body: { participant: 'chloe' } })
})

test('an admin declares a conflict of interest with the participant, after a confirmation', async () => {
  let conflict: OwnConflict = null
  const { requests } = renderScreen({
    'GET /api/admin/judging/mine': () => ownJudging({ conflict }),
    'POST /api/admin/judging/conflicts': () => {
      conflict = { reason: null, at: declaredAt, by: null }
      return { success: true, position: '11' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Declare a conflict' }))
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Declare a conflict' }),
  )
  expect(await screen.findByText(/You can't approve, reject, or rate the projects of/)).toBeTruthy()
  expect(requests.find(({ path }) => path === '/api/admin/judging/conflicts')?.body).toEqual({
    participant: 'chloe',
  })
})

test('says how many of the wanted ratings there are, without what the others gave', async () => {
  renderScreen(withJudging(ownJudging({ ratingCount: 2 }, { wantedRatings: 3 })))
  expect(await screen.findByText('2 of 3 ratings')).toBeTruthy()
  expect(screen.getByText('You can see the other ratings once you have rated it yourself.')).toBeTruthy()
  // The colours of the days say how this project was rated.
  expect(screen.queryByText(/so far/)).toBeNull()
})

test('shows the days of the participant to an admin who has rated the project', async () => {
  renderScreen(withJudging(ownJudging({ ratingCount: 2, isRatedByMe: true }, { wantedRatings: 3 })))
  expect(await screen.findByText(/so far/)).toBeTruthy()
  expect(screen.queryByText('You can see the other ratings once you have rated it yourself.')).toBeNull()
})

test('shows the days of the participant to an admin who must not rate the project', async () => {
  const conflict = { reason: null, at: declaredAt, by: null }
  renderScreen(withJudging(ownJudging({ ratingCount: 2, conflict }, { wantedRatings: 3 })))
  expect(await screen.findByText(/so far/)).toBeTruthy()
})

test('asks for the calibration projects first, with the progress and the next one', async () => {
  const calibration = { rated: 2, total: 5, next: 'kanban' }
  renderScreen(withJudging(ownJudging({}, { calibration })))
  expect(await screen.findByText(/You have rated 2 of 5 calibration projects/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rate the next one' }).getAttribute('href')).toBe(
    '/admin/rate-project/kanban',
  )
})

test('an admin uses the project for calibration, and removes it again', async () => {
  let isCalibration = false
  const change = (next: boolean) => () => {
    isCalibration = next
    return { success: true, position: '11' }
  }
  renderScreen({
    'GET /api/admin/judging/mine': () => ownJudging({ isCalibration }),
    'PUT /api/admin/judging/calibration/:id': change(true),
    'DELETE /api/admin/judging/calibration/:id': change(false),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Use for calibration' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from calibration' }))
  expect(await screen.findByRole('button', { name: 'Use for calibration' })).toBeTruthy()
})

test.each([
  [false, 'Use for calibration', 0],
  [true, 'Remove from calibration', 1],
])('a rejected project can only leave the calibration: %s', async (isCalibration, name, count) => {
  const project = { ...applause, status: 'rejected' }
  renderScreen({
    'GET /api/projects/:id': () => ({ success: true, project }),
    ...withJudging(ownJudging({ isCalibration })),
  })
  await screen.findByRole('button', { name: 'Declare a conflict' })
  expect(screen.queryAllByRole('button', { name })).toHaveLength(count)
})

test('says that nothing is left for this admin while others still have to rate', async () => {
  renderScreen({
    'GET /api/admin/next-unrated': () => ({ success: true, projectId: null, unrated: 4, open: 0 }),
  })
  await submit()
  await userEvent.click(screen.getByRole('button', { name: /Next unrated/ }))
  // The toasts are shown outside of this screen.
  await waitFor(() =>
    expect(useToasts.getState().toasts.at(-1)?.text).toBe('No other project needs a rating from you'),
  )
})

test.each([
  ['organiser', true, true],
  ['reviewer', false, true],
  ['viewer', false, false],
] as const)('a %s has the buttons of the role besides the stars', async (role, mayCalibrate, mayDeclare) => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  renderScreen(withJudging(ownJudging({ ratingCount: 2 }, { wantedRatings: 3 })))
  await screen.findByText('2 of 3 ratings')
  expect(screen.queryByRole('button', { name: 'Use for calibration' }) !== null).toBe(mayCalibrate)
  expect(screen.queryByRole('button', { name: 'Declare a conflict' }) !== null).toBe(mayDeclare)
})

test('a viewer who had a conflict as a reviewer sees it and cannot take it back', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  renderScreen(withJudging(ownJudging({ conflict: { reason: 'work', at: declaredAt, by: null } })))
  expect(await screen.findByText(/You can't approve, reject, or rate the projects of/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test.each([
  ['organiser', true],
  ['reviewer', false],
] as const)(
  'a %s can take back a conflict that another admin declared for them: %s',
  async (role, isOffered) => {
    useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
    const by = { _id: 'olga', name: 'Olga Ost' }
    renderScreen(withJudging(ownJudging({ conflict: { reason: 'work', at: declaredAt, by } })))
    expect(await screen.findByText(/declared by Olga Ost/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove' }) !== null).toBe(isOffered)
  },
)
