import { expect, test } from 'vitest'
import { personEvents, imageName, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { peopleProjection } from './projection.ts'

const ada = personEvents('Ada')
const after = (...given: GivenEvent[]) => documentsAfter(peopleProjection, given).get(ada.id)

test('a new account is active, with default preferences', () => {
  expect(after(ada.registered())).toMatchObject({
    emailConfirmed: false,
    role: null,
    status: 'active',
    sessionVersion: 0,
    publicFields: [],
    secondFactors: { app: null, passkeys: [], recoveryCodes: null },
    theme: 'system',
    language: null,
    notifications: { email: true, push: true, newsletter: false },
    createdAt: '2026-01-05T12:00:00.000Z',
    position: '00000000000000000010',
  })
})

test('an address is confirmed by a link that was sent to it, or by a sign-in provider', () => {
  const linked = ada.event('SignInProviderLinked', { provider: 'github', subject: '1' })
  const other = ada.event('EmailConfirmed', { email: 'ada@old.example' })
  expect(after(ada.registered(), ada.confirmed())?.emailConfirmed).toBe(true)
  expect(after(ada.registered(), ada.confirmed(), ada.confirmed())?.emailConfirmed).toBe(true)
  expect(after(ada.registered(), linked)?.emailConfirmed).toBe(true)
  expect(after(ada.registered(), other)?.emailConfirmed).toBe(false)
})

test('a profile change sets only the fields it contains; an empty username removes it', () => {
  const changed = ada.event('ProfileChanged', { bio: 'Counts', website: 'https://ada.dev' })
  expect(after(ada.registered(), changed)).toMatchObject({
    fullName: 'Ada',
    username: 'ada',
    bio: 'Counts',
    website: 'https://ada.dev',
    location: '',
  })
  const removed = ada.event('ProfileChanged', { username: '' })
  expect(after(ada.registered(), removed)).toMatchObject({ fullName: 'Ada', username: null })
})

test('keeps the latest profile image, status, session version and preferences', () => {
  const given = [
    ada.registered(),
    ada.event('ProfileImageChanged', { image: imageName(2) }),
    ada.event('SessionsRevoked', { sessionVersion: 1 }),
    ada.event('PreferencesChanged', { theme: 'dark', language: 'de' }),
    ada.event('PreferencesChanged', { theme: 'dark' }),
    ada.status('inactive'),
  ]
  expect(after(...given)).toMatchObject({
    picture: imageName(2),
    sessionVersion: 1,
    theme: 'dark',
    language: 'de',
    notifications: { email: true },
    status: 'inactive',
  })
})

test('remembers revoked tokens until all sessions are revoked', () => {
  const ended = (token: string) => ada.event('SessionEnded', { token, expiresAt: '2026-01-12T12:00:00.000Z' })
  const given = [ada.registered(), ended('one'), ended('two')]
  expect(after(...given)?.endedTokens.map(({ id }) => id)).toEqual(['one', 'two'])
  const revoked = ada.event('SessionsRevoked', { sessionVersion: 1 })
  expect(after(...given, revoked)?.endedTokens).toEqual([])
})

test('an admin is an owner, or has the role of the invitation, until the role changes', () => {
  const change = (from: 'owner' | 'viewer', to: 'reviewer'): GivenEvent => ({
    stream: 'admins',
    type: 'AdminRoleChanged',
    data: { user: ada.id, from, to },
  })
  const invited = ada.registered({ role: 'admin', adminRole: 'viewer' })
  expect(after(ada.registered({ role: 'admin' }))).toMatchObject({ isAdmin: true, role: 'owner' })
  expect(after(ada.registered(), ada.event('AdminRightsGranted', {}))?.role).toBe('owner')
  expect(after(invited)).toMatchObject({ isAdmin: true, role: 'viewer' })
  expect(after(invited, change('viewer', 'reviewer'), change('viewer', 'reviewer'))?.role).toBe('reviewer')
  expect(
    after(invited, change('viewer', 'reviewer'), ada.deleted(), change('owner', 'reviewer')),
  ).toBeUndefined()
})
