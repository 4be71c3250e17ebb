import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { personEvents, userIdOf, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import {
  by,
  credentials,
  ines,
  maya,
  resetLink,
  setUp,
  summaries,
  tom,
} from '@thirty/projections/testing/audit-setup.ts'

test('events that matter for the security of accounts are entries, without hashes, tokens or addresses', async () => {
  const { page } = await setUp([
    by('Ines', ines.registered({ role: 'admin' })),
    by('Maya', maya.registered()),
    credentials('Maya', 'PasswordSet', { hash: '$argon2id$first' }),
    by('Maya', maya.event('SignInProviderLinked', { provider: 'github', subject: '17' })),
    credentials('Maya', 'PasswordSet', { hash: '$argon2id$second', sessionVersion: 1 }),
    by('Maya', maya.event('SessionsRevoked', { sessionVersion: 1 })),
    credentials('Maya', 'PasswordRemoved', { sessionVersion: 2 }),
    resetLink('PasswordResetRequested', { user: maya.id, expiresAt: '2026-01-05T12:30:00.000Z' }),
    resetLink('PasswordResetUsed', {}, 'Maya'),
    by('Ines', maya.status('inactive')),
    by('Ines', maya.status('active')),
    by('Eve', personEvents('Eve').deleted({ role: 'admin' })),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Deleted participant deleted their account',
    'Ines activated Maya',
    'Ines deactivated Maya',
    'Maya used a password reset link',
    'A password reset link was requested for Maya',
    'The password of Maya was removed: the owner of the email address signed in',
    'All sessions of Maya ended',
    'Maya set a new password',
    'Maya linked GitHub as a way to sign in',
    'Ines registered as an admin',
  ])
  expect(response.entries[0]).toMatchObject({
    actor: { _id: userIdOf('Eve'), name: 'Deleted participant' },
    before: { role: 'admin', status: 'active' },
    after: { status: 'deleted' },
  })
  expect(response.entries[2]).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } })
  expect(response.entries[4]?.actor).toBeNull()
  expect(JSON.stringify(response)).not.toMatch(/argon2|example\.org|5e884898|"17"/)
})

test('changes of second factors are entries, with the names of passkeys and without secrets', async () => {
  const own = (...event: Parameters<typeof ines.event>) => by('Ines', ines.event(...event))
  const { page, log } = await setUp([
    ines.registered({ role: 'admin' }),
    own('AuthenticatorAppAdded', { addedAt: '2026-01-05T12:00:00.000Z' }),
    own('RecoveryCodesCreated', { createdAt: '2026-01-05T12:00:00.000Z', count: 10 }),
    own('PasskeyAdded', { passkey: 'p1', name: 'Laptop' }),
    own('PasskeyRenamed', { passkey: 'p1', name: 'Work' }),
    own('PasskeyRemoved', { passkey: 'p1' }),
    own('RecoveryCodeUsed', { left: 9 }),
    own('AuthenticatorAppRemoved', {}),
  ])
  const reset = recordedEvents([
    by('Root', ines.event('SecondFactorsReset', {})),
    by('Root', ines.event('SessionsRevoked', { sessionVersion: 1 })),
  ])
  await appendToEnd(log, `user-${ines.id}`, reset)
  const response = await page()
  expect(summaries(response)).toEqual([
    'Root reset the two-factor sign-in of Ines',
    'Ines removed their authenticator app',
    'Ines used a recovery code',
    'Ines removed the passkey “Work”',
    'Ines renamed the passkey “Laptop” to “Work”',
    'Ines added the passkey “Laptop”',
    'Ines created recovery codes',
    'Ines added an authenticator app',
    'Ines registered as an admin',
  ])
  expect(response.entries[4]).toMatchObject({ before: { passkey: 'Laptop' }, after: { passkey: 'Work' } })
})

test('events that belong to another entry, or happened without an account, are not entries', async () => {
  const { page, log } = await setUp([by('Maya', maya.registered())])
  const both = recordedEvents([
    by('Ines', maya.status('inactive')),
    by('Ines', maya.event('SessionsRevoked', { sessionVersion: 1 })),
  ])
  await appendToEnd(log, `user-${maya.id}`, both)
  const signUp = recordedEvents([
    by('Tom', tom.registered()),
    by('Tom', tom.event('SignInProviderLinked', { provider: 'google', subject: '4' })),
  ])
  await appendToEnd(log, `user-${tom.id}`, signUp)
  await appendToEnd(
    log,
    `user-${userIdOf('Nobody')}`,
    recordedEvents([personEvents('Nobody').status('inactive')]),
  )
  expect(summaries(await page())).toEqual(['Ines deactivated Maya'])
})

test('a changed role and the life of an invitation say who did what to whom', async () => {
  const event = (type: string, data: unknown, actor: string): GivenEvent => ({
    stream: 'admins',
    type,
    data,
    actor: userIdOf(actor),
  })
  const maya = personEvents('Maya').registered({ role: 'admin' })
  const created = {
    invitation: 'i1',
    tokenHash: 'h1',
    role: 'viewer',
    by: userIdOf('Ines'),
    expiresAt: '2026-01-12T12:00:00.000Z',
  }
  const { page } = await setUp([
    personEvents('Ines').registered({ role: 'admin' }),
    maya,
    event('AdminJoined', { user: userIdOf('Maya') }, 'Maya'),
    event('AdminRoleChanged', { user: userIdOf('Maya'), from: 'owner', to: 'reviewer' }, 'Ines'),
    event('InvitationCreated', created, 'Ines'),
    event('InvitationUsed', { invitation: 'i1', user: userIdOf('Maya') }, 'Maya'),
    event('InvitationCreated', { ...created, invitation: 'i2', role: 'organiser' }, 'Ines'),
    event('InvitationRevoked', { invitation: 'i2' }, 'Ines'),
  ])
  const { entries } = await page()
  const facts = entries.map(({ action, summary, subject }) => [action, summary, subject.name])
  expect(facts.slice(0, 5)).toEqual([
    ['invitation-revoked', 'Ines revoked an invitation with the role organizer', 'Invitation (organizer)'],
    ['invitation-created', 'Ines invited an admin with the role organizer', 'Invitation (organizer)'],
    ['invitation-used', 'Maya used an invitation by Ines with the role viewer', 'Invitation (viewer)'],
    ['invitation-created', 'Ines invited an admin with the role viewer', 'Invitation (viewer)'],
    ['admin-role-changed', 'Ines changed the role of Maya from owner to reviewer', 'Maya'],
  ])
  expect(entries[4]).toMatchObject({ before: { role: 'owner' }, after: { role: 'reviewer' } })
})
