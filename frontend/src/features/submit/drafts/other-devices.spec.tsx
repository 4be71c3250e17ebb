// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { useSession } from '../../../shared/session/session.ts'
import { loadLocalDrafts } from './drafts.ts'
import {
  renderScreen,
  nameField,
  typeName,
  pause,
  changedElsewhere,
  sentVersions,
  typeBesideThePhone,
  keep,
  versionsOf,
  versionOf,
  saved,
  forgetDrafts,
  resetDrafts,
} from '../../../../testing/drafts-screen.tsx'

beforeEach(resetDrafts)

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
  await typeName('From the laptop')
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
  await typeName('From the laptop')
  await pause()
  const base = sentVersions(requests)[0]?.version ?? ''
  // The phone continued with the first version.
  keep(19, [versionOf('phone-1', 'From the phone')])
  await typeName('From the laptop, longer')
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
  await typeName('From the laptop')
  keep(19, [versionOf('phone-1', 'From the phone')])
  await changedElsewhere('phone-1')
  fireEvent.click(
    await screen.findByRole('button', { name: 'Use it: the version written in Firefox on Linux' }),
  )
  await pause(0)
  act(() => useSession.setState({ session: { kind: 'user', user: { ...maya, _id: 'leila' } } }))
  localStorage.clear()
  const draft = { day: 19, versions: versionsOf(19) }
  forgetDrafts()
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
  await typeName('From the laptop')
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

test('a form that is emptied is not filled again by itself: another version is offered', async () => {
  renderScreen()
  await typeBesideThePhone()
  await typeName('')
  await pause()
  await waitFor(() => expect(versionsOf(19)).toHaveLength(1))
  expect((await nameField()).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Use it: the version written in Firefox on Linux' }))
  expect(await screen.findByDisplayValue('From the phone')).toBeDefined()
})
