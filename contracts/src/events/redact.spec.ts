import { expect, test } from 'vitest'
import { redactEvent } from './redact.ts'

const event = (stream: string, data: unknown, causation = 'command:digest') => ({
  stream,
  type: 'Spec',
  data,
  metadata: { actor: 'ana', correlation: 'request', causation },
})

test('personal data, password hashes and digests of requests are redacted', () => {
  const registered = { fullName: 'Ana', username: 'ana', email: 'ana@example.org', role: 'participant' }
  expect(redactEvent(event('user-7', registered))).toEqual({
    stream: 'user-7',
    type: 'Spec',
    data: { fullName: '[redacted]', username: '[redacted]', email: '[redacted]', role: 'participant' },
    metadata: { actor: 'ana', correlation: 'request', causation: 'command' },
  })
  expect(redactEvent(event('credentials-7', { hash: '$argon2id$', sessionVersion: 2 })).data).toEqual({
    hash: '[redacted]',
    sessionVersion: 2,
  })
  expect(
    redactEvent(event('user-7', { image: 'a.webp', subject: '17', url: 'https://ana.example' })).data,
  ).toEqual({
    image: '[redacted]',
    subject: '[redacted]',
    url: '[redacted]',
  })
})

test('second factors are redacted', () => {
  const factors = { app: { secret: 'sealed' }, passkeys: [{ name: 'Laptop' }], recoveryCodes: null, used: [] }
  expect(redactEvent(event('second-factors-7', factors)).data).toEqual({
    app: '[redacted]',
    passkeys: '[redacted]',
    recoveryCodes: '[redacted]',
    used: '[redacted]',
  })
  expect(redactEvent(event('user-7', { passkey: 'an-id', name: 'Laptop' })).data).toEqual({
    passkey: 'an-id',
    name: '[redacted]',
  })
})

test('fields that a later release adds are redacted', () => {
  expect(redactEvent(event('user-7', { birthday: '2000-01-01' })).data).toEqual({ birthday: '[redacted]' })
  expect(redactEvent(event('user-7', 'ana@example.org')).data).toBe('[redacted]')
})

test.each([
  ['username-ana', 'username-[redacted]'],
  [`email-${'a'.repeat(64)}`, 'email-[redacted]'],
  ['identity-github-17', 'identity-github-[redacted]'],
])('the stream name %s is redacted', (stream, shown) => {
  expect(redactEvent(event(stream, { user: '7' })).stream).toBe(shown)
})

test('other events are shown as they are', () => {
  const submitted = event('project-r1-d4-7', { projectName: 'Weather' }, 'command')
  expect(redactEvent(submitted)).toEqual(submitted)
})

test.each(['commands-7', 'pictures-7', 'project-r1-d4-7'])(
  'a digest of a request is redacted in %s',
  (stream) => {
    expect(redactEvent(event(stream, {})).metadata).toEqual({
      actor: 'ana',
      correlation: 'request',
      causation: 'command',
    })
    expect(redactEvent({ stream, data: {}, metadata: {} }).metadata).toEqual({})
  },
)
