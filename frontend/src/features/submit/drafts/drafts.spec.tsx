// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { errorResponse, networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { useSession } from '../../../shared/session/session.ts'
import { emptyDraft, loadLocalDrafts, storeLocalDraft } from './drafts.ts'
import {
  renderScreen,
  nameField,
  typeName,
  pause,
  changedElsewhere,
  sentVersions,
  keep,
  versionsOf,
  versionOf,
  saved,
  forgetDrafts,
  resetDrafts,
  chooseDay,
  texts,
} from '../../../../testing/drafts-screen.tsx'

beforeEach(resetDrafts)

test('typed text is saved to the account after a pause', async () => {
  const requests = renderScreen()
  await typeName('Pul')
  await typeName('Pulse')
  expect(screen.getByText('Draft saved on this device')).toBeDefined()
  await pause()
  expect(await screen.findByText('Draft saved to your account')).toBeDefined()
  expect(sentVersions(requests)).toMatchObject([
    { replaces: [], content: { ...texts, projectName: 'Pulse' } },
  ])
  await typeName('Pulse 2')
  await pause()
  const [first, second] = sentVersions(requests)
  expect(second?.replaces).toEqual([first?.version])
  expect(versionsOf(19)).toHaveLength(1)
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
  await typeName('Offline')
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

test('a screenshot that an earlier release has stored is sent without what the account refuses', async () => {
  const screenshot = { name: 'pulse.png', bytes: 4000, imageUrl: `/uploads/${'a'.repeat(32)}.webp` }
  const draft = { ...emptyDraft, screenshot: { ...screenshot, thumbnailUrl: screenshot.imageUrl } }
  storeLocalDraft(19, { draft, writtenAt: 1, base: [], isSent: false })
  const requests = renderScreen()
  expect(await screen.findByText('Draft saved to your account')).toBeDefined()
  expect(sentVersions(requests).map(({ content }) => content)).toEqual([{ ...texts, screenshot }])
})

test('a draft that the account refuses stays on this device, with the reason', async () => {
  const requests = renderScreen({
    'PUT /api/drafts/:day': () =>
      errorResponse(422, 'quota-reached', 'Your drafts are too long for your account.'),
  })
  await typeName('Pulse')
  await pause()
  expect(await screen.findByText('Your drafts are too long for your account.')).toBeDefined()
  expect(loadLocalDrafts()[19]).toMatchObject({ draft: { projectName: 'Pulse' } })
  await pause(120_000)
  expect(sentVersions(requests)).toHaveLength(1)
})

test('a form that is emptied leaves no draft', async () => {
  renderScreen()
  await typeName('Pulse')
  await pause()
  await typeName('')
  await pause()
  await waitFor(() => expect(versionsOf(19)).toEqual([]))
  expect(loadLocalDrafts()).toEqual({})
})

test('a day whose form was emptied is neither proposed nor offered, also before the account knows it', async () => {
  const emptied = { draft: emptyDraft, writtenAt: 1, base: ['laptop-1'], isSent: false }
  storeLocalDraft(7, emptied)
  renderScreen({ 'DELETE /api/drafts/:day': networkError })
  expect(await screen.findByText('Brief for day 19')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Day 7' })).toBeNull()
  cleanup()
  useCurrentDay.setState({ ended: true })
  renderScreen({ 'DELETE /api/drafts/:day': networkError })
  expect(screen.queryByText(/Your draft is saved/)).toBeNull()
})

test('a draft that was submitted on another device is gone here, too', async () => {
  renderScreen()
  await typeName('Pulse')
  await pause()
  forgetDrafts()
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
  await typeName('Nineteenth')
  await pause()
  fireEvent.click(await screen.findByRole('button', { name: 'Day 7' }))
  expect(await screen.findByDisplayValue('Seventh')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Day 19' }))
  expect(await screen.findByDisplayValue('Nineteenth')).toBeDefined()
  expect(sentVersions(requests)).toHaveLength(1)
})

test('a day without a draft takes the text along, on this device and in the account', async () => {
  renderScreen()
  await typeName('Pulse')
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
  await typeName('Nineteenth')
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
  await typeName('Pulse')
  await pause()
  forgetDrafts()
  await changedElsewhere(null)
  await pause(100)
  expect((await nameField()).value).toBe('Pulse')
  expect(screen.queryByText('Draft saved to your account')).toBeNull()
  // What is typed from now on is kept again.
  await typeName('Pulse, live')
  expect(loadLocalDrafts()).toMatchObject({ 19: { draft: { projectName: 'Pulse, live' }, isSent: false } })
})

test('after a log-out in another tab this device has no text, and the account shows it after the next login', async () => {
  renderScreen()
  await typeName('Pulse')
  await pause()
  await typeName('Pulse, live')
  await act(async () => useSession.getState().logOut())
  cleanup()
  expect(loadLocalDrafts()).toEqual({})
  await pause(120_000)
  useSession.setState({ session: { kind: 'user', user: maya } })
  renderScreen()
  expect(await screen.findByDisplayValue('Pulse')).toBeDefined()
})
