import { expect, test } from 'vitest'
import { personEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { peopleProjection } from './projection.ts'

const ada = personEvents('Ada')
const after = (...given: GivenEvent[]) => documentsAfter(peopleProjection, given).get(ada.id)

test('an address is confirmed by a link that was sent to it, or by a sign-in provider', () => {
  const linked = ada.event('SignInProviderLinked', { provider: 'github', subject: '1' })
  const other = ada.event('EmailConfirmed', { email: 'ada@old.example' })
  expect(after(ada.registered(), ada.confirmed())?.emailConfirmed).toBe(true)
  expect(after(ada.registered(), ada.confirmed(), ada.confirmed())?.emailConfirmed).toBe(true)
  expect(after(ada.registered(), linked)?.emailConfirmed).toBe(true)
  expect(after(ada.registered(), other)?.emailConfirmed).toBe(false)
})

test('a change of the profile or of preferences sets only the fields it contains', () => {
  const changed = ada.event('ProfileChanged', { bio: 'Counts', website: 'https://ada.dev' })
  const given = [
    ada.registered(),
    ada.event('PreferencesChanged', { theme: 'dark', language: 'de' }),
    changed,
  ]
  expect(after(...given, ada.event('PreferencesChanged', { theme: 'light' }))).toMatchObject({
    fullName: 'Ada',
    username: 'ada',
    bio: 'Counts',
    website: 'https://ada.dev',
    location: '',
    theme: 'light',
    language: 'de',
    notifications: { email: true },
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
