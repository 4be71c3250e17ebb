// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockServer, type ReceivedRequest, type RouteHandler } from '../../../testing/mock-server.ts'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { maya, ownProject } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { useSession } from '../../shared/session/session.ts'
import { emptyDraft, loadLocalDrafts, storeLocalDraft } from './drafts/drafts.ts'
import { SubmitProjectScreen } from './submit-project-screen.tsx'

const renderScreen = (
  projects: readonly object[] = [],
  url = '/SubmitProject',
  routes: Record<string, RouteHandler> = {},
): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/projects/my-projects': () => ({ success: true, projects, counts: {} }),
    ...routes,
  })
  renderInRouter(<SubmitProjectScreen />, url)
  return requests
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const chosenDay = async () => (await screen.findByRole('combobox', { name: /^Day/ })).textContent
const startChallengeAt = (day: number) => useCurrentDay.setState({ day, started: true, isLoaded: true })

beforeEach(() => {
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true })
  startChallengeAt(20)
})

test.each([
  ['succeeds', 200, { success: true, imageUrl: '/uploads/a.webp', thumbnailUrl: '/uploads/b.webp' }],
  ['fails', 400, { success: false, code: 'bad-image', message: 'Please choose another image.' }],
])('text typed during an upload that %s is kept', async (_, status, response) => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  const answer = mockUpload()
  renderScreen()
  const file = new File(['x'], 'pulse.png', { type: 'image/png' })
  fireEvent.change(await field('Screenshot'), { target: { files: [file] } })
  await userEvent.type(await field('Project name'), 'Pulse')
  await act(async () => answer(status, response))
  expect((await field('Project name')).value).toBe('Pulse')
  expect(await screen.findByText(status === 200 ? 'pulse.png' : 'Please choose another image.')).toBeDefined()
})

test('the day of the URL wins over the day of a stored draft, which is offered', async () => {
  const draft = { ...emptyDraft, projectName: 'Pulse' }
  storeLocalDraft(4, { draft, writtenAt: 1, base: [], isSent: false })
  renderScreen([], '/SubmitProject?day=7')
  expect((await field('Project name')).value).toBe('')
  expect(await screen.findByText('Brief for day 7')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Day 4' }))
  expect((await field('Project name')).value).toBe('Pulse')
  expect(await screen.findByText('Brief for day 4')).toBeDefined()
})

test('the day of a form with text does not change at midnight', async () => {
  renderScreen()
  await userEvent.type(await field('Project name'), 'Pulse')
  act(() => startChallengeAt(21))
  expect(await chosenDay()).toContain('20')
})

test('a draft is there in a new tab, but not for another user', async () => {
  renderScreen()
  await userEvent.type(await field('Project name'), 'Pulse')
  expect(Object.values(localStorage).join()).toContain('Pulse')
  useSession.setState({ session: { kind: 'user', user: maya } })
  expect(loadLocalDrafts()).toEqual({})
})

test('a day that is already in is not offered: its project is linked, and the latest free day is chosen', async () => {
  renderScreen([ownProject(20, 'submitted'), ownProject(19, 'approved')])
  expect(await screen.findByText("You've submitted day 20.")).toBeDefined()
  expect(screen.getByRole('link', { name: 'View the project' }).getAttribute('href')).toBe(
    '/project/r1-d20-maya',
  )
  expect(await chosenDay()).toContain('18')
})

test('a day that has not begun is not preselected', async () => {
  renderScreen([], '/SubmitProject?day=25')
  expect(await chosenDay()).toContain('20')
})

test('there is no form when every open day is in', async () => {
  startChallengeAt(1)
  renderScreen([ownProject(1, 'submitted')])
  expect(await screen.findByText("You've submitted day 1.")).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Submit Project' })).toBeNull()
})

test('a rejected project shows its reason and can be revised', async () => {
  const requests = renderScreen([ownProject(18, 'rejected', 'The demo is down.')], '/SubmitProject?day=18', {
    'PUT /api/projects/:id': () => ({ success: true, position: '9', message: 'Project revised' }),
  })
  expect(await screen.findByText(/The demo is down\./)).toBeDefined()
  const name = await field('Project name')
  expect(name.value).toBe('Project of day 18')
  expect(screen.getByRole<HTMLButtonElement>('combobox', { name: 'Day' }).disabled).toBe(true)
  await userEvent.type(name, ' 2')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Project' }))
  expect(await screen.findByText('Successfully Submitted!')).toBeDefined()
  const sent = requests.find(({ method }) => method === 'PUT')
  expect(sent?.path).toBe('/api/projects/r1-d18-maya')
  expect(sent?.body).toMatchObject({ projectName: 'Project of day 18 2' })
  expect(sent?.body).not.toHaveProperty('day')
})

test('text typed into a revision stays on this device until it is sent', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  const routes = {
    'GET /api/drafts': () => ({ success: true, drafts: [] }),
    'PUT /api/projects/:id': () => ({ success: true, position: '9', message: 'Project revised' }),
  }
  const revise = () => renderScreen([ownProject(18, 'rejected')], '/SubmitProject?revise=18', routes)
  revise()
  await userEvent.type(await field('Project name'), ' 2')
  cleanup()
  revise()
  expect((await field('Project name')).value).toBe('Project of day 18 2')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Project' }))
  expect(await screen.findByText('Successfully Submitted!')).toBeDefined()
  cleanup()
  revise()
  expect((await field('Project name')).value).toBe('Project of day 18')
})

test('text typed into a revision does not cover a newer version from another device', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  const revise = (projectName: string) =>
    renderScreen([{ ...ownProject(18, 'rejected'), projectName }], '/SubmitProject?revise=18', {
      'GET /api/drafts': () => ({ success: true, drafts: [] }),
    })
  revise('Project of day 18')
  await userEvent.type(await field('Project name'), ' 2')
  cleanup()
  // As after a reload, which has no older answer.
  clearUserData()
  revise('Revised on the phone')
  expect((await field('Project name')).value).toBe('Revised on the phone')
})

test('a project that waits for review is revised where the URL says so, not by its day alone', async () => {
  const requests = renderScreen(
    [ownProject(18, 'submitted'), ownProject(17, 'approved')],
    '/SubmitProject?revise=18',
    { 'PUT /api/projects/:id': () => ({ success: true, position: '9', message: 'Project revised' }) },
  )
  expect((await field('Project name')).value).toBe('Project of day 18')
  expect(screen.queryByText("You've submitted day 18.")).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Submit Project' }))
  expect(await screen.findByText('Successfully Submitted!')).toBeDefined()
  expect(requests.find(({ method }) => method === 'PUT')?.path).toBe('/api/projects/r1-d18-maya')
  await userEvent.click(screen.getByRole('button', { name: 'Go there now' }))
  expect((await field('Project name')).value).toBe('')
})

test('an approved project is not revised', async () => {
  renderScreen([ownProject(17, 'approved')], '/SubmitProject?revise=17')
  expect((await field('Project name')).value).toBe('')
})

test('a rejected project is named above the form for another day', async () => {
  renderScreen([ownProject(18, 'rejected', 'The demo is down.')])
  await waitFor(() => expect(screen.getByText(/The demo is down\./)).toBeDefined())
  expect(screen.getByRole('link', { name: 'Revise day 18' }).getAttribute('href')).toBe(
    '/SubmitProject?day=18',
  )
})

test('several rejected projects are one line above the form, except the one that is revised', async () => {
  const rejected = [16, 17, 18].map((day) => ownProject(day, 'rejected', `The demo of day ${day} is down.`))
  renderScreen(rejected, '/SubmitProject?revise=18')
  const line = await screen.findByText('2 of your projects were rejected')
  expect(line.closest('details')?.open).toBe(false)
  expect(screen.getByText(/The demo of day 18 is down\./).closest('details')).toBeNull()
})

test('another rejected project has a form of its own', async () => {
  const rejected = [17, 18].map((day) => ownProject(day, 'rejected', `The demo of day ${day} is down.`))
  renderScreen(rejected, '/SubmitProject?revise=18')
  await userEvent.type(await field('Project name'), ' 2')
  await userEvent.click(screen.getByRole('link', { name: 'Revise day 17' }))
  await waitFor(async () => expect((await field('Project name')).value).toBe('Project of day 17'))
})

test('a text for a day that is in comes after the others, and stays when its project is revised', async () => {
  for (const [day, writtenAt] of [
    [18, 2],
    [7, 1],
  ] as const)
    storeLocalDraft(day, {
      draft: { ...emptyDraft, projectName: `${day}th` },
      writtenAt,
      base: [],
      isSent: false,
    })
  renderScreen([ownProject(18, 'rejected', 'The demo is down.')], '/SubmitProject', {
    'PUT /api/projects/:id': () => ({ success: true, position: '9', message: 'Project revised' }),
  })
  expect((await field('Project name')).value).toBe('7th')
  expect(screen.queryByRole('button', { name: 'Day 18' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Revise day 18' }))
  await waitFor(async () => expect((await field('Project name')).value).toBe('Project of day 18'))
  await userEvent.click(screen.getByRole('button', { name: 'Submit Project' }))
  expect(await screen.findByText('Successfully Submitted!')).toBeDefined()
  expect(loadLocalDrafts()).toMatchObject({ 7: {}, 18: { draft: { projectName: '18th' } } })
})

test('no day is proposed while the current one is unknown', async () => {
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: false })
  renderScreen()
  expect(await screen.findByRole('heading', { name: 'Submit project' })).toBeDefined()
  expect(screen.queryByRole('combobox', { name: /^Day/ })).toBeNull()
  act(() => startChallengeAt(20))
  expect(await chosenDay()).toContain('20')
})
