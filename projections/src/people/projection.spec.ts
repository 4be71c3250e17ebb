import { expect, test } from 'vitest'
import {
  documentsAfter,
  personEvents,
  imageName,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { peopleProjection } from './projection.ts'

const view = peopleProjection
const ada = personEvents('Ada')
const after = (...story: GivenEvent[]) => documentsAfter(view, story).get(ada.id)

test('a new account is active, with the preferences of the house', () => {
  expect(after(ada.registered())).toEqual({
    fullName: 'Ada',
    username: 'ada',
    email: 'Ada@example.org',
    isAdmin: false,
    status: 'active',
    sessionVersion: 0,
    endedTokens: [],
    picture: null,
    bio: '',
    location: '',
    website: '',
    theme: 'system',
    notifications: { email: true, push: true, newsletter: false },
    createdAt: '2026-01-05T12:00:00.000Z',
    position: '00000000000000000010',
  })
  expect(after(ada.registered({ role: 'admin' }))).toMatchObject({ isAdmin: true })
})

test('a change of the profile changes what it names', () => {
  const changed = ada.told({ type: 'ProfileChanged', data: { bio: 'Counts', website: 'https://ada.dev' } })
  expect(after(ada.registered(), changed)).toMatchObject({
    fullName: 'Ada',
    username: 'ada',
    bio: 'Counts',
    website: 'https://ada.dev',
    location: '',
  })
})

test('an empty username takes it away', () => {
  const changed = ada.told({ type: 'ProfileChanged', data: { username: '' } })
  expect(after(ada.registered(), changed)?.username).toBeNull()
})

test('picture, status, session version and preferences are the latest', () => {
  const story = [
    ada.registered(),
    ada.told({ type: 'ProfileImageChanged', data: { image: imageName(2) } }),
    ada.told({ type: 'SessionsRevoked', data: { sessionVersion: 1 } }),
    ada.told({ type: 'PreferencesChanged', data: { theme: 'dark' } }),
    ada.status('inactive'),
  ]
  expect(after(...story)).toMatchObject({
    picture: imageName(2),
    sessionVersion: 1,
    theme: 'dark',
    notifications: { email: true },
    status: 'inactive',
  })
  expect(after(...story, ada.status('active'))).toMatchObject({ status: 'active' })
})

test('an id that never became an account stays unknown', () => {
  expect(after(ada.status('inactive'))).toBeUndefined()
})

test('a token that was given back is remembered until all sessions end', () => {
  const ended = (token: string) =>
    ada.told({ type: 'SessionEnded', data: { token, expiresAt: '2026-01-12T12:00:00.000Z' } })
  const story = [ada.registered(), ended('one'), ended('two')]
  expect(after(...story)?.endedTokens.map(({ id }) => id)).toEqual(['one', 'two'])
  const revoked = ada.told({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })
  expect(after(...story, revoked)?.endedTokens).toEqual([])
})

test('who was deleted is forgotten, and not remembered by what comes late', () => {
  const story = [ada.registered(), ada.deleted()]
  expect(after(...story)).toBeUndefined()
  expect(after(...story, ada.told({ type: 'ProfileChanged', data: { bio: 'Counts' } }))).toBeUndefined()
})
