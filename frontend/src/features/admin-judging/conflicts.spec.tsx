// @vitest-environment happy-dom
import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorResponse } from '../../../testing/mock-server.ts'
import { conflict, emptyJudging, findCard, renderScreen, signInAs } from '../../../testing/judging-screen.tsx'
import { clearUserData } from '../../shared/storage/user-change.ts'

beforeEach(clearUserData)

test('lists conflicts of interest, with who declared them, and takes one back after a confirmation', async () => {
  let judging: JudgingResponse = { ...emptyJudging, conflicts: [conflict] }
  const requests = renderScreen(() => judging, {
    'DELETE /api/admin/judging/conflicts': () => {
      judging = emptyJudging
      return { success: true, position: '11' }
    },
  })
  const card = await findCard('Conflicts of interest')
  expect(card.textContent).toContain('Rita Vance with Ada King')
  expect(card.textContent).toContain('declared by Ines Duarte')
  await userEvent.click(within(card).getByRole('button', { name: /^Remove the conflict of Rita Vance/ }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await within(card).findByText('Nobody has declared a conflict of interest.')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'DELETE')?.body).toEqual({
    admin: 'rita',
    participant: 'ada',
  })
})

test('declares a conflict with a participant that was found by name', async () => {
  signInAs('reviewer')
  const participant = { _id: 'ada', fullName: 'Ada King', username: 'ada', isAdmin: false }
  let judging = emptyJudging
  const requests = renderScreen(() => judging, {
    'GET /api/auth/users': ({ query }) => (query.get('search') === 'Ada' ? [participant] : []),
    'POST /api/admin/judging/conflicts': () => {
      judging = { ...emptyJudging, conflicts: [conflict] }
      return { success: true, position: '11' }
    },
  })
  const card = await findCard('Conflicts of interest')
  await userEvent.click(within(card).getByRole('button', { name: 'Declare a conflict' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Declare' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Choose a participant.')
  await userEvent.type(within(dialog).getByLabelText('Participant'), 'Nobody')
  expect(await within(dialog).findByText('No participants found')).toBeTruthy()
  await userEvent.clear(within(dialog).getByLabelText('Participant'))
  await userEvent.type(within(dialog).getByLabelText('Participant'), 'Ada{Enter}')
  expect(await within(dialog).findByText('1 participant found')).toBeTruthy()
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Ada King @ada' }))
  expect(within(dialog).getByText('Chosen: Ada King @ada')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Declare' }))
  expect(await within(card).findByText('Rita Vance')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ participant: 'ada' })
})

test('says that there are more participants than it shows, and shows none of an earlier search that failed', async () => {
  const people = Array.from({ length: 6 }, (_, index) => ({
    _id: `p${index}`,
    fullName: `Ada ${index}`,
    username: null,
    isAdmin: false,
  }))
  renderScreen(() => emptyJudging, {
    'GET /api/auth/users': ({ query }) =>
      query.get('search') === 'a'
        ? people
        : errorResponse(503, 'unavailable', `${query.get('search')?.length} is too long`),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Declare a conflict' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Participant')
  await userEvent.type(field, 'a')
  expect(await dialog.findByText('Showing 5')).toBeTruthy()
  expect(dialog.getAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(field)
  await userEvent.paste('b'.repeat(300))
  // The server refuses longer ones.
  expect(await dialog.findByText('200 is too long')).toBeTruthy()
  expect(dialog.queryByRole('listitem')).toBeNull()
  expect(dialog.queryByText('Showing 5')).toBeNull()
})

test.each([
  ['organiser', true],
  ['reviewer', false],
] as const)('a conflict of another admin can be declared by an organiser: %s', async (role, isOffered) => {
  signInAs(role)
  renderScreen(() => emptyJudging)
  await userEvent.click(await screen.findByRole('button', { name: 'Declare a conflict' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('Participant')).toBeTruthy()
  expect(dialog.queryByRole('combobox', { name: 'Admin' }) !== null).toBe(isOffered)
})
