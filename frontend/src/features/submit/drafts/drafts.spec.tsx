// @vitest-environment happy-dom
import type { DayDraft, DraftVersion, SaveDraftRequest } from '@thirty/contracts/projects/drafts-api.ts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from '../../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../../testing/mock-server.ts'
import type { ReceivedRequest, RouteHandler } from '../../../../testing/mock-server.ts'
import { maya, ownProject } from '../../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { clearUserData } from '../../../shared/storage/user-data.ts'
import { useSession } from '../../../shared/session/session.ts'
import { SubmitProjectScreen } from '../submit-project-screen.tsx'
import { emptyDraft } from './draft.ts'
import { loadLocalDrafts, storeLocalDraft } from './local-drafts.ts'

vi.mock('socket.io-client', () => import('../../../../testing/fake-socket.ts'))

const texts = { projectName: '', liveLink: '', repoLink: '', description: '', languages: '', frameworks: '' }
const versionOf = (version: string, projectName: string, minutesAgo = 5): DraftVersion => ({
  version,
  writtenAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  // The screen writes it from the names, in its language.
  device: 'Firefox in English',
  browser: 'Firefox',
  system: 'Linux',
  content: { ...texts, projectName },
})

/** The drafts of the account. The routes change them as the server does. */
let account: DayDraft[]
const versionsOf = (day: number) => account.find((draft) => draft.day === day)?.versions ?? []
const keep = (day: number, versions: DraftVersion[]) => {
  account = [...account.filter((draft) => draft.day !== day), { day, versions }]
  return { success: true, draft: { day, versions } }
}
const saved: RouteHandler = ({ body }, day) => {
  // The form sends what the endpoint requires.
  const { version, replaces, content } = body as SaveDraftRequest
  const others = versionsOf(Number(day)).filter((other) => !replaces.includes(other.version))
  const own = { version, writtenAt: new Date().toISOString(), device: 'Chrome on Linux', content }
  return keep(Number(day), [own, ...others])
}
const discarded: RouteHandler = ({ body }, day) => {
  const { versions } = body as { versions: string[] }
  return keep(
    Number(day),
    versionsOf(Number(day)).filter(({ version }) => !versions.includes(version)),
  )
}

const renderScreen = (routes: Record<string, RouteHandler> = {}): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/projects/my-projects': () => ({ success: true, projects: [ownProject(18)], counts: {} }),
    'GET /api/drafts': () => ({ success: true, drafts: account }),
    'PUT /api/drafts/:day': saved,
    'DELETE /api/drafts/:day': discarded,
    ...routes,
  })
  render(
    <MemoryRouter>
      <SubmitProjectScreen />
    </MemoryRouter>,
  )
  return requests
}
const nameField = () => screen.findByLabelText<HTMLInputElement>('Project name')
const type = async (text: string) => fireEvent.change(await nameField(), { target: { value: text } })
const chooseDay = async (day: number) => {
  const select = await screen.findByRole('combobox', { name: /^Day/ })
  // The control that a phone shows.
  const native = select.parentElement?.querySelector('select') ?? select
  await act(async () => fireEvent.change(native, { target: { value: String(day) } }))
}
/** Lets the pause pass after which a draft is sent, and the requests be answered. */
const pause = (milliseconds = 1_500) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const changedElsewhere = (version: string | null) =>
  emitFromServer('draft.changed', { day: 19, version, at: new Date().toISOString() })
const sentVersions = (requests: ReceivedRequest[]) =>
  // The form sends what the endpoint requires.
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body as SaveDraftRequest)

/** Types a text that the account then has, and an older one that a phone has written. */
async function typeBesideThePhone() {
  await type('From the laptop')
  await pause()
  keep(19, [...versionsOf(19), versionOf('phone-1', 'From the phone')])
  await changedElsewhere('phone-1')
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  account = []
  localStorage.clear()
  clearUserData()
  useSession.setState({ session: { kind: 'user', user: maya } })
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true })
})

test('what is typed is kept in the account after a pause', async () => {
  const requests = renderScreen()
  await type('Pul')
  await type('Pulse')
  expect(screen.getByText('Draft saved on this device')).toBeDefined()
  await pause()
  expect(await screen.findByText('Draft saved to your account')).toBeDefined()
  expect(sentVersions(requests)).toMatchObject([
    { replaces: [], content: { ...texts, projectName: 'Pulse' } },
  ])
  await type('Pulse 2')
  await pause()
  const [first, second] = sentVersions(requests)
  expect(second?.replaces).toEqual([first?.version])
  expect(versionsOf(19)).toHaveLength(1)
})

test.each([
  [{ browser: 'Curl on Rails', system: null }, /written in Curl on Rails,/],
  [{ browser: null, system: null }, /written in another browser,/],
  [{ browser: undefined, system: undefined }, /written in Firefox in English,/],
])('a draft of a browser with the names %j says where it was written', async (names, text) => {
  keep(19, [{ ...versionOf('phone-1', 'Pulse'), ...names }])
  renderScreen()
  expect(await screen.findByText(text)).toBeDefined()
})

test('the draft of another device is in the form, and the screen says where it was written', async () => {
  const version = versionOf('phone-1', 'Pulse')
  keep(19, [{ ...version, content: { ...version.content, description: 'A poll.' } }])
  const requests = renderScreen()
  expect(await screen.findByDisplayValue('Pulse')).toBeDefined()
  expect(screen.getByText('7 of 5,000')).toBeDefined()
  expect(screen.getByText(/written in Firefox on Linux/)).toBeDefined()
  expect(screen.getByText('Draft saved to your account')).toBeDefined()
  expect(sentVersions(requests)).toEqual([])
})

test('a form in which nothing was typed follows another device', async () => {
  keep(19, [versionOf('phone-1', 'Pulse')])
  renderScreen()
  await screen.findByDisplayValue('Pulse')
  keep(19, [versionOf('phone-2', 'Pulse, live')])
  await changedElsewhere('phone-2')
  expect(await screen.findByDisplayValue('Pulse, live')).toBeDefined()
})

test('text that was typed here is not replaced: the newer version is offered, and both can be had again', async () => {
  renderScreen()
  await type('From the laptop')
  await pause()
  keep(19, [versionOf('phone-1', 'From the phone', -1), ...versionsOf(19)])
  await changedElsewhere('phone-1')
  expect(await screen.findByText('There is a newer version')).toBeDefined()
  expect((await nameField()).value).toBe('From the laptop')

  fireEvent.click(screen.getByRole('button', { name: 'Use it: the version written in Firefox on Linux' }))
  expect(await screen.findByDisplayValue('From the phone')).toBeDefined()
  expect(document.activeElement).toBe(await nameField())
  fireEvent.click(screen.getByRole('button', { name: 'Use it: the version written in Chrome on Linux' }))
  expect(await screen.findByDisplayValue('From the laptop')).toBeDefined()
  expect(versionsOf(19)).toHaveLength(2)
})

test('an older version that is chosen stays in the form, until another device writes a new one', async () => {
  renderScreen()
  await typeBesideThePhone()
  fireEvent.click(
    await screen.findByRole('button', { name: 'Use it: the version written in Firefox on Linux' }),
  )
  expect(await screen.findByDisplayValue('From the phone')).toBeDefined()
  await changedElsewhere('phone-1')
  await pause(100)
  expect((await nameField()).value).toBe('From the phone')
  cleanup()
  renderScreen()
  await pause(100)
  expect((await nameField()).value).toBe('From the phone')
  keep(19, [versionOf('phone-2', 'From the phone, longer', -1), ...versionsOf(19)])
  await changedElsewhere('phone-2')
  expect(await screen.findByDisplayValue('From the phone, longer')).toBeDefined()
})

test('two devices that write at the same time both keep their text', async () => {
  const requests = renderScreen()
  await type('From the laptop')
  await pause()
  const base = sentVersions(requests)[0]?.version ?? ''
  // The phone continued with the first version.
  keep(19, [versionOf('phone-1', 'From the phone')])
  await type('From the laptop, longer')
  await pause()
  expect(sentVersions(requests)[1]?.replaces).toEqual([base])
  expect(versionsOf(19).map(({ content }) => content.projectName)).toEqual([
    'From the laptop, longer',
    'From the phone',
  ])
  expect(await screen.findByText('There is another version')).toBeDefined()
})

test('another version can be discarded after a confirmation', async () => {
  renderScreen()
  await typeBesideThePhone()
  fireEvent.click(
    await screen.findByRole('button', { name: 'Discard the version written in Firefox on Linux' }),
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard this version?' })
  expect(versionsOf(19)).toHaveLength(2)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('There is another version')).toBeNull())
  expect(versionsOf(19).map(({ content }) => content.projectName)).toEqual(['From the laptop'])
  await pause(100)
  expect(document.activeElement).toBe(await nameField())
})

test('a version that could not be discarded stays, and the dialog says so', async () => {
  renderScreen({ 'DELETE /api/drafts/:day': networkError })
  await typeBesideThePhone()
  fireEvent.click(
    await screen.findByRole('button', { name: 'Discard the version written in Firefox on Linux' }),
  )
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Failed to discard the version. Please try again.')).toBeDefined()
  expect(versionsOf(19)).toHaveLength(2)
})

test('another version is not shown to the user who signs in while the text is sent', async () => {
  let answer: (response: unknown) => void = () => undefined
  renderScreen({ 'PUT /api/drafts/:day': () => new Promise((resolve) => (answer = resolve)) })
  await type('From the laptop')
  keep(19, [versionOf('phone-1', 'From the phone')])
  await changedElsewhere('phone-1')
  fireEvent.click(
    await screen.findByRole('button', { name: 'Use it: the version written in Firefox on Linux' }),
  )
  await pause(0)
  act(() => useSession.setState({ session: { kind: 'user', user: { ...maya, _id: 'leila' } } }))
  localStorage.clear()
  const draft = { day: 19, versions: versionsOf(19) }
  account = []
  answer({ success: true, draft })
  await pause(0)
  expect(loadLocalDrafts()).toEqual({})
})

test('another version is not shown on a day that is chosen while the text is sent', async () => {
  let answer: () => void = () => undefined
  keep(7, [versionOf('phone-7', 'Seventh')])
  renderScreen({
    'PUT /api/drafts/:day': async (request, id) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return saved(request, id)
    },
  })
  await type('From the laptop')
  keep(19, [{ ...versionOf('phone-1', 'From the phone'), browser: 'Opera' }])
  await changedElsewhere('phone-1')
  fireEvent.click(await screen.findByRole('button', { name: /^Use it: the version written in Opera/ }))
  await pause(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Day 7' }))
  expect(await screen.findByDisplayValue('Seventh')).toBeDefined()
  answer()
  await pause(100)
  expect(screen.queryByText(/written in Opera/)).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Day 19' }))
  expect(await screen.findByDisplayValue('From the laptop')).toBeDefined()
})

test('the drafts of the account that are loaded already are in the next form, too', async () => {
  keep(19, [versionOf('phone-1', 'Pulse')])
  renderScreen()
  expect(await screen.findByDisplayValue('Pulse')).toBeDefined()
  cleanup()
  localStorage.clear()
  renderScreen()
  expect(await screen.findByDisplayValue('Pulse')).toBeDefined()
})

test('after the end of the challenge, the screen says whether the account has the draft', async () => {
  keep(19, [versionOf('phone-1', 'Pulse')])
  useCurrentDay.setState({ ended: true })
  renderScreen()
  expect(await screen.findByText(/Your draft is saved to your account\./)).toBeDefined()
  cleanup()
  const draft = { ...emptyDraft, projectName: 'Of the train' }
  storeLocalDraft(18, { draft, writtenAt: 1, base: [], isSent: false })
  renderScreen({ 'PUT /api/drafts/:day': networkError })
  expect(await screen.findByText(/Your draft is saved on this device\./)).toBeDefined()
})

test('text that was typed without a connection is sent later, once', async () => {
  let isOffline = true
  const requests = renderScreen({
    'PUT /api/drafts/:day': (request, day) => (isOffline ? networkError(request, day) : saved(request, day)),
  })
  await type('Offline')
  await pause()
  expect(screen.getByText('Draft saved on this device')).toBeDefined()
  expect(loadLocalDrafts()[19]).toMatchObject({ isSent: false, draft: { projectName: 'Offline' } })
  isOffline = false
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Draft saved to your account')).toBeDefined()
  const [lost, sent] = sentVersions(requests)
  // The first attempt may have arrived without an answer.
  expect(sent?.replaces).toEqual([lost?.version])
  expect(sent?.writtenAgoMs).toBeGreaterThanOrEqual(1_500)
  await pause(120_000)
  expect(sentVersions(requests)).toHaveLength(2)
})

test('text of an earlier visit that was never sent is sent when the form opens', async () => {
  const draft = { ...emptyDraft, projectName: 'Of the train' }
  storeLocalDraft(19, { draft, writtenAt: Date.now() - 60_000, base: [], isSent: false })
  keep(19, [versionOf('phone-1', 'From the phone')])
  renderScreen()
  expect(await screen.findByDisplayValue('Of the train')).toBeDefined()
  expect(await screen.findByText('Draft saved to your account')).toBeDefined()
  expect(versionsOf(19).map(({ content }) => content.projectName)).toEqual(['Of the train', 'From the phone'])
})

test('a draft that the account refuses stays on this device, with the reason', async () => {
  const requests = renderScreen({
    'PUT /api/drafts/:day': () =>
      errorResponse(422, 'quota-reached', 'Your drafts are too long for your account.'),
  })
  await type('Pulse')
  await pause()
  expect(await screen.findByText('Your drafts are too long for your account.')).toBeDefined()
  expect(loadLocalDrafts()[19]).toMatchObject({ draft: { projectName: 'Pulse' } })
  await pause(120_000)
  expect(sentVersions(requests)).toHaveLength(1)
})

test('a form that is emptied leaves no draft', async () => {
  renderScreen()
  await type('Pulse')
  await pause()
  await type('')
  await pause()
  await waitFor(() => expect(versionsOf(19)).toEqual([]))
  expect(loadLocalDrafts()).toEqual({})
})

test('a form that is emptied is not filled again by itself: another version is offered', async () => {
  renderScreen()
  await typeBesideThePhone()
  await type('')
  await pause()
  await waitFor(() => expect(versionsOf(19)).toHaveLength(1))
  expect((await nameField()).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Use it: the version written in Firefox on Linux' }))
  expect(await screen.findByDisplayValue('From the phone')).toBeDefined()
})

test('a draft that was submitted on another device is gone here, too', async () => {
  renderScreen()
  await type('Pulse')
  await pause()
  account = []
  await changedElsewhere(null)
  await waitFor(() => expect(loadLocalDrafts()).toEqual({}))
})

test('the draft of a day that was submitted while this device was away is gone when the form opens', async () => {
  const draft = { ...emptyDraft, projectName: 'Old' }
  storeLocalDraft(18, { draft, writtenAt: 1, base: ['laptop-1'], isSent: true })
  renderScreen()
  await screen.findByDisplayValue('Old')
  await waitFor(() => expect(loadLocalDrafts()).toEqual({}))
})

test('a chosen day shows its own draft, and takes the text along if it has none', async () => {
  keep(7, [versionOf('phone-7', 'Seventh')])
  const requests = renderScreen()
  await type('Nineteenth')
  await pause()
  fireEvent.click(await screen.findByRole('button', { name: 'Day 7' }))
  expect(await screen.findByDisplayValue('Seventh')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Day 19' }))
  expect(await screen.findByDisplayValue('Nineteenth')).toBeDefined()
  expect(sentVersions(requests)).toHaveLength(1)
})

/** Another tab of this browser stores a text. */
const typeInOtherTab = (isSent: boolean, ofDay = 19, projectName = 'Of the other tab') =>
  act(async () => {
    const draft = { ...emptyDraft, projectName }
    storeLocalDraft(ofDay, { draft, writtenAt: Date.now(), base: ['other-tab'], isSent })
    window.dispatchEvent(new StorageEvent('storage', { key: `thirty-submit-draft-${ofDay}` }))
  })

test('a text is warned of another one that another tab has typed, until the account has that text', async () => {
  renderScreen({ 'PUT /api/drafts/:day': networkError })
  await nameField()
  const warning = () => screen.queryByText('You are writing about this day in another tab, too')
  await typeInOtherTab(false)
  expect(warning()).toBeNull()
  await type('Pulse')
  expect(warning()).not.toBeNull()
  expect(screen.getByText('Draft saved on this device')).toBeDefined()
  await typeInOtherTab(false)
  expect(warning()).not.toBeNull()
  expect(screen.queryByText('Draft saved on this device')).toBeNull()
  await typeInOtherTab(true)
  expect(warning()).toBeNull()
})

test('a form in which nothing was typed continues with the text of another tab, which may be closed', async () => {
  const requests = renderScreen()
  await nameField()
  await typeInOtherTab(false)
  expect((await nameField()).value).toBe('Of the other tab')
  expect(sentVersions(requests)).toEqual([])
  await type('Of the other tab, and longer')
  await pause()
  expect(sentVersions(requests)).toMatchObject([
    { replaces: ['other-tab'], content: { projectName: 'Of the other tab, and longer' } },
  ])
})

test('the text of another tab that was closed is sent before another version takes its place', async () => {
  keep(19, [versionOf('phone-1', 'From the phone')])
  const requests = renderScreen()
  await screen.findByDisplayValue('From the phone')
  await typeInOtherTab(false)
  expect((await nameField()).value).toBe('Of the other tab')
  fireEvent.click(
    await screen.findByRole('button', { name: 'Use it: the version written in Firefox on Linux' }),
  )
  expect(await screen.findByDisplayValue('From the phone')).toBeDefined()
  expect(sentVersions(requests)).toMatchObject([{ content: { projectName: 'Of the other tab' } }])
})

test('the text of another tab that cannot be sent before another version stays with that tab', async () => {
  keep(19, [versionOf('phone-1', 'From the phone')])
  const requests = renderScreen({ 'PUT /api/drafts/:day': networkError })
  await screen.findByDisplayValue('From the phone')
  await typeInOtherTab(false)
  fireEvent.click(
    await screen.findByRole('button', { name: 'Use it: the version written in Firefox on Linux' }),
  )
  expect(await screen.findByText(/couldn't be saved to your account yet/)).toBeDefined()
  await typeInOtherTab(false, 19, 'Of the other tab, and longer')
  expect((await nameField()).value).toBe('Of the other tab, and longer')
  expect(screen.queryByText('You are writing about this day in another tab, too')).toBeNull()
  await pause(15_000)
  expect(sentVersions(requests)).toHaveLength(1)
})

test('a chosen day shows the text that another tab has typed for it', async () => {
  keep(7, [versionOf('phone-7', 'Seventh')])
  renderScreen()
  await type('Nineteenth')
  await typeInOtherTab(false, 7)
  fireEvent.click(await screen.findByRole('button', { name: 'Day 7' }))
  expect((await nameField()).value).toBe('Of the other tab')
})

test('a day without a draft takes the text along, on this device and in the account', async () => {
  renderScreen()
  await type('Pulse')
  await pause()
  await chooseDay(7)
  expect((await nameField()).value).toBe('Pulse')
  await pause()
  expect(loadLocalDrafts()).toMatchObject({ 7: { draft: { projectName: 'Pulse' }, isSent: true } })
  expect([versionsOf(19), versionsOf(7)]).toMatchObject([[], [{ content: { projectName: 'Pulse' } }]])
})

test('another day keeps the errors of the form that is sent, and those of a text that it shows are its own', async () => {
  keep(7, [versionOf('phone-7', 'Seventh')])
  renderScreen()
  await type('Nineteenth')
  await pause()
  fireEvent.click(screen.getByRole('button', { name: 'Submit Project' }))
  expect((await screen.findAllByText('Live link is required')).length).toBeGreaterThan(0)
  await chooseDay(5)
  expect(screen.getAllByText('Live link is required').length).toBeGreaterThan(0)
  await chooseDay(7)
  expect((await nameField()).value).toBe('Seventh')
  expect(screen.queryByText('Project name is required')).toBeNull()
})

test('the text stays in the form when its day was submitted on another device', async () => {
  renderScreen()
  await type('Pulse')
  await pause()
  account = []
  await changedElsewhere(null)
  await pause(100)
  expect((await nameField()).value).toBe('Pulse')
  expect(screen.queryByText('Draft saved to your account')).toBeNull()
  // What is typed from now on is kept again.
  await type('Pulse, live')
  expect(loadLocalDrafts()).toMatchObject({ 19: { draft: { projectName: 'Pulse, live' }, isSent: false } })
})

test('after a log-out in another tab this device has no text, and the account shows it after the next login', async () => {
  renderScreen()
  await type('Pulse')
  await pause()
  await type('Pulse, live')
  await act(async () => useSession.getState().logOut())
  cleanup()
  expect(loadLocalDrafts()).toEqual({})
  await pause(120_000)
  useSession.setState({ session: { kind: 'user', user: maya } })
  renderScreen()
  expect(await screen.findByDisplayValue('Pulse')).toBeDefined()
})
