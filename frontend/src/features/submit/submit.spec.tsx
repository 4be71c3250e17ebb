// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { autocompletes } from '../../../testing/autocomplete.ts'
import {
  mockServer,
  errorResponse,
  networkError,
  type RouteHandler,
  type ReceivedRequest,
} from '../../../testing/mock-server.ts'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { maya, ownProject } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { storeSession } from '../../shared/storage/browser-storage.ts'
import { useSession } from '../../shared/session/session.ts'
import { emptyDraft, type Draft, loadLocalDrafts, storeLocalDraft } from './drafts/drafts.ts'
import { SubmitProjectScreen } from './submit-project-screen.tsx'

const image = `/uploads/${'a'.repeat(32)}.webp`
const completeDraft: Draft = {
  projectName: 'Pulse, live polls',
  liveLink: 'https://pulse.example.dev',
  repoLink: 'https://github.com/maya/pulse',
  description: 'A poll for a room.',
  languages: 'TypeScript, CSS',
  frameworks: '',
  screenshot: { name: 'pulse.png', bytes: 4000, imageUrl: image },
}

/** Keeps a draft on this device as a visit before did. */
const saveDraft = (draft: Draft, day = 19) =>
  storeLocalDraft(day, { draft, writtenAt: Date.now(), base: [], isSent: false })

const renderScreen = (
  routes: Record<string, RouteHandler> = {},
  initialUrl = '/SubmitProject',
): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/projects/my-projects': () => ({ success: true, projects: [ownProject(18)], counts: {} }),
    ...routes,
  })
  renderInRouter(<SubmitProjectScreen />, initialUrl)
  return requests
}
const startChallengeAt = (day: number) => useCurrentDay.setState({ day, started: true, isLoaded: true })
/** Returns when the form is checked, with the schema that it loads, and its request is answered. */
const submit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Project' }))
  await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())
}
const sentSubmissions = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method === 'POST')
const accepted: RouteHandler = () => ({
  success: true,
  position: '9',
  project: { _id: 'r1-d19-maya', day: 19 },
})

beforeEach(() => {
  useSession.setState(useSession.getInitialState())
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true })
})
test('presets day 19 before the challenge starts, and the current day afterwards', async () => {
  const requests = renderScreen({ 'POST /api/projects': accepted })
  saveDraft(emptyDraft)
  expect(await screen.findByText('Brief for day 19')).toBeDefined()
  act(() => startChallengeAt(7))
  expect(screen.getByText('Brief for day 7')).toBeDefined()
  expect(sentSubmissions(requests)).toHaveLength(0)
})

test('names all missing fields and sends nothing', async () => {
  const requests = renderScreen()
  await submit()
  for (const name of [
    'Project name',
    'Live link',
    'Repository link',
    'Description',
    'At least one language',
    'Screenshot',
  ]) {
    expect(screen.getAllByText(`${name} is required`).length).toBeGreaterThan(0)
  }
  expect(sentSubmissions(requests)).toHaveLength(0)
})

test('browsers offer what was typed before for the name and the links alone', async () => {
  renderScreen()
  await screen.findByLabelText('Live link')
  expect(autocompletes()).toEqual({
    projectName: 'on',
    liveLink: 'url',
    repoLink: 'url',
    description: 'off',
    languages: 'off',
    frameworks: 'off',
  })
})

test('refuses a link without http', async () => {
  saveDraft({ ...completeDraft, repoLink: 'github.com/maya' })
  const requests = renderScreen()
  await submit()
  expect(
    screen.getAllByText('Enter a full address that starts with http:// or https://').length,
  ).toBeGreaterThan(0)
  expect(sentSubmissions(requests)).toHaveLength(0)
})

test.for([
  ['http://localhost:3000', 'Only you can open this address: it points to your own computer or network.'],
  ['https://https://maya.example', 'This address begins with http:// or https:// twice.'],
] as const)(
  'warns about the live link %s, which can be submitted nevertheless',
  async ([liveLink, warning]) => {
    saveDraft({ ...completeDraft, liveLink })
    const requests = renderScreen()
    expect((await screen.findByLabelText('Live link')).getAttribute('aria-describedby')).toBeTruthy()
    expect(screen.getAllByText(warning)).toHaveLength(1)
    await submit()
    expect(sentSubmissions(requests)).toHaveLength(1)
  },
)

test('says what is wrong with a link that is refused', async () => {
  saveDraft({ ...completeDraft, liveLink: 'https://', repoLink: 'https://maya:secret@git.example/maya' })
  const requests = renderScreen()
  await submit()
  expect(
    screen.getAllByText('The name after http:// or https:// is missing or misspelled').length,
  ).toBeGreaterThan(0)
  expect(screen.getAllByText('Remove the username and password from this address').length).toBeGreaterThan(0)
  expect(sentSubmissions(requests)).toHaveLength(0)
})

test('refuses a second submission for the same day', async () => {
  saveDraft(completeDraft, 18)
  const requests = renderScreen()
  await screen.findByText("You've already submitted day 18.")
  await submit()
  expect(screen.getAllByText('You have already submitted a project for day 18').length).toBeGreaterThan(0)
  expect(sentSubmissions(requests)).toHaveLength(0)
})

test('sends a valid form, shows the success for three seconds, then empties the form', async () => {
  saveDraft(completeDraft)
  const requests = renderScreen({ 'POST /api/projects': accepted })
  await screen.findByDisplayValue('Pulse, live polls')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Submit Project' }))
  await screen.findByText('Successfully Submitted!')
  expect(screen.getByText('Your project has been submitted for review.')).toBeDefined()
  expect(sentSubmissions(requests)[0]?.body).toEqual({
    projectName: 'Pulse, live polls',
    liveLink: 'https://pulse.example.dev',
    repoLink: 'https://github.com/maya/pulse',
    description: 'A poll for a room.',
    languages: 'TypeScript, CSS',
    imageUrl: image,
    day: 19,
  })
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect((await screen.findByLabelText<HTMLInputElement>('Project name')).value).toBe('')
  expect(localStorage).toHaveLength(0)
})

test('a submission keeps the text on this device that another tab has typed since', async () => {
  saveDraft(completeDraft)
  renderScreen({ 'POST /api/projects': accepted })
  await screen.findByDisplayValue('Pulse, live polls')
  saveDraft({ ...completeDraft, projectName: 'Of the other tab' })
  await submit()
  await screen.findByText('Successfully Submitted!')
  expect(loadLocalDrafts()).toMatchObject({ 19: { draft: { projectName: 'Of the other tab' } } })
})

test("keeps the form after a refusal and shows the server's message", async () => {
  saveDraft(completeDraft)
  renderScreen({
    'POST /api/projects': () =>
      errorResponse(409, 'day-already-taken', 'You have already submitted a project for day 19'),
  })
  await screen.findByDisplayValue('Pulse, live polls')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You have already submitted a project for day 19',
  )
  expect(screen.getByDisplayValue('Pulse, live polls')).toBeDefined()
})

test('reuses the idempotency key when the user retries after a lost response', async () => {
  saveDraft(completeDraft)
  const keys: (string | null)[] = []
  renderScreen()
  await screen.findByDisplayValue('Pulse, live polls')
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    keys.push(new Headers(request.headers).get('Idempotency-Key'))
    throw new TypeError('lost')
  })
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to submit project')
  await submit()
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBe(keys[1])
})

test('restores the draft after a reload', async () => {
  renderScreen({ 'POST /api/projects': networkError })
  await userEvent.type(await screen.findByLabelText('Project name'), 'Pulse')
  expect(screen.getByText('Draft saved on this device')).toBeDefined()
  cleanup()
  renderScreen({ 'POST /api/projects': networkError })
  expect(await screen.findByDisplayValue('Pulse')).toBeDefined()
})

test('does not say that a draft is saved if the browser blocks storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  onTestFinished(() => storeLocalDraft(19, undefined))
  renderScreen()
  await userEvent.type(await screen.findByLabelText('Project name'), 'Pulse')
  expect(screen.queryByText('Draft saved on this device')).toBeNull()
})

test('restores the draft also while the session is still checked', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  saveDraft(completeDraft)
  storeSession('user', 'of-maya', maya)
  useSession.setState({ session: { kind: 'checking', area: 'user' } })
  renderScreen()
  expect(await screen.findByDisplayValue('Pulse, live polls')).toBeDefined()
})

test('a screenshot that is removed leaves the draft, too', async () => {
  saveDraft(completeDraft)
  renderScreen()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(screen.queryByText('pulse.png')).toBeNull()
  expect(loadLocalDrafts()[19]?.draft).toMatchObject({ projectName: completeDraft.projectName })
  expect(loadLocalDrafts()[19]?.draft.screenshot).toBeUndefined()
})

test('a screenshot that the server no longer has must be chosen again', async () => {
  saveDraft(completeDraft)
  renderScreen({
    'POST /api/projects': () =>
      errorResponse(422, 'invalid-request', 'Please check the form', { imageUrl: 'Upload it again' }),
  })
  await screen.findByDisplayValue('Pulse, live polls')
  await submit()
  expect(await screen.findByText('Upload it again')).toBeDefined()
  expect(screen.queryByText('pulse.png')).toBeNull()
  expect(loadLocalDrafts()[19]?.draft.screenshot).toBeUndefined()
})

test('an upload ends when its form is left', async () => {
  const upload = mockUpload()
  renderScreen()
  const file = new File(['image'], 'pulse.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText('Screenshot'), file)
  await screen.findByRole('progressbar', { name: 'Upload' })
  expect(upload.isAborted()).toBe(false)
  cleanup()
  expect(upload.isAborted()).toBe(true)
})

test('says until when projects are accepted', async () => {
  useCurrentDay.setState({ day: 19, started: true, endsAt: '2099-12-08T00:00:00.000Z' })
  renderScreen()
  expect((await screen.findByText(/^Projects are accepted/)).textContent).toMatch(
    /^Projects are accepted until .*2099.*\.$/,
  )
})

test('after the end of the challenge there is no form, and a draft is kept', async () => {
  saveDraft(completeDraft)
  const requests = renderScreen()
  await screen.findByRole('button', { name: 'Submit Project' })
  act(() => useCurrentDay.setState({ endsAt: '2026-11-20T10:00:00.000Z', ended: true }))
  expect(screen.getByRole('heading', { name: 'The challenge has ended' })).toBeDefined()
  expect(screen.getByText(/Your draft is saved on this device\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Submit Project' })).toBeNull()
  expect(sentSubmissions(requests)).toHaveLength(0)
  act(() => useCurrentDay.setState({ ended: false }))
  expect(screen.getByDisplayValue('Pulse, live polls')).toBeDefined()
})

test('a submission that arrives after the end shows the message of the server', async () => {
  saveDraft(completeDraft)
  renderScreen({
    'POST /api/projects': () => errorResponse(409, 'challenge-ended', 'The challenge has ended'),
  })
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('The challenge has ended')
})
