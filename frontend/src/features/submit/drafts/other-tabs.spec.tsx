// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { networkError } from '../../../../testing/mock-server.ts'
import { emptyDraft, storeLocalDraft } from './drafts.ts'
import {
  renderScreen,
  nameField,
  typeName,
  pause,
  sentVersions,
  keep,
  versionOf,
  resetDrafts,
  chooseDay,
} from '../../../../testing/drafts-screen.tsx'

beforeEach(resetDrafts)

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
  await typeName('Pulse')
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
  await typeName('Of the other tab, and longer')
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
  await chooseDay(7)
  expect(screen.queryByText(/couldn't be saved to your account yet/)).toBeNull()
})

test('a chosen day shows the text that another tab has typed for it', async () => {
  keep(7, [versionOf('phone-7', 'Seventh')])
  renderScreen()
  await typeName('Nineteenth')
  await typeInOtherTab(false, 7)
  fireEvent.click(await screen.findByRole('button', { name: 'Day 7' }))
  expect((await nameField()).value).toBe('Of the other tab')
})
