import { expect, test } from 'vitest'
import { redactEvent } from './redact.ts'

const redacted = '[redacted]'
const event = (stream: string, type: string, data: unknown, causation = 'command:digest') => ({
  stream,
  type,
  data,
  metadata: { actor: 'ana', correlation: 'request', causation },
})

test('personal data, password hashes and digests of requests are redacted', () => {
  const registered = { fullName: 'Ana', username: 'ana', email: 'ana@example.org', role: 'participant' }
  expect(redactEvent(event('user-7', 'UserRegistered', registered))).toEqual({
    stream: 'user-7',
    type: 'UserRegistered',
    data: { fullName: redacted, username: redacted, email: redacted, role: 'participant' },
    metadata: { actor: 'ana', correlation: 'request', causation: 'command' },
  })
  const set = event('credentials-7', 'PasswordSet', { hash: '$argon2id$', sessionVersion: 2 })
  expect(redactEvent(set).data).toEqual({ hash: redacted, sessionVersion: 2 })
  const linked = event('user-7', 'SignInProviderLinked', { provider: 'github', subject: '17' })
  expect(redactEvent(linked).data).toEqual({ provider: 'github', subject: redacted })
})

test.each([
  ['ProfileChanged', 'fullName username bio location website'],
  ['ProfileImageChanged', 'image'],
  ['EmailConfirmed', 'email'],
  ['SessionEnded', 'token'],
  ['BookmarkAdded', 'url'],
  ['PreferencesChanged', 'publicFields language'],
])('what %s says of a person is redacted', (type, fields) => {
  const data = Object.fromEntries(fields.split(' ').map((field) => [field, 'personal']))
  expect(Object.values(redactEvent(event('user-7', type, data)).data as object)).not.toContain('personal')
})

test('second factors are redacted', () => {
  const factors = { app: { secret: 'sealed' }, passkeys: [{ name: 'Laptop' }], recoveryCodes: null, used: [] }
  const changed = event('second-factors-7', 'SecondFactorsChanged', factors)
  expect(Object.values(redactEvent(changed).data as object)).toEqual(Array(4).fill(redacted))
  const added = event('user-7', 'PasskeyAdded', { passkey: 'an-id', name: 'Laptop' })
  expect(redactEvent(added).data).toEqual({ passkey: 'an-id', name: redacted })
})

test('fields and events that a later release adds are redacted', () => {
  const birthday = { birthday: '2000-01-01' }
  expect(redactEvent(event('user-7', 'ProfileChanged', birthday)).data).toEqual({ birthday: redacted })
  expect(redactEvent(event('user-7', 'ProfileChanged', 'ana@example.org')).data).toBe(redacted)
  expect(redactEvent(event('user-7', 'constructor', { status: 'active' })).data).toEqual({ status: redacted })
})

test.each([
  ['username-ana', 'username-[redacted]'],
  [`email-${'a'.repeat(64)}`, 'email-[redacted]'],
  ['identity-github-17', 'identity-github-[redacted]'],
])('the stream name %s is redacted', (stream, shown) => {
  expect(redactEvent(event(stream, 'Reserved', { user: '7' })).stream).toBe(shown)
})

test('other events are shown as they are', () => {
  const submitted = event('project-r1-d4-7', 'ProjectSubmitted', { projectName: 'Weather' }, 'command')
  expect(redactEvent(submitted)).toEqual(submitted)
})

test.each(['commands-7', 'pictures-7', 'project-r1-d4-7'])(
  'a digest of a request is redacted in %s',
  (stream) => {
    const metadata = { actor: 'ana', correlation: 'request', causation: 'command' }
    expect(redactEvent(event(stream, 'Spec', {})).metadata).toEqual(metadata)
    expect(redactEvent({ stream, type: 'Spec', data: {}, metadata: {} }).metadata).toEqual({})
  },
)
