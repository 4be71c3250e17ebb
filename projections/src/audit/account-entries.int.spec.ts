import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { personEvents, projectEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { by, ines, maya, said, setUp, summaries, tom } from '@thirty/projections/testing/audit-setup.ts'

const at = (date: string) => `2026-${date}:00.000Z`
const event = (stream: string, type: string, data: object, actor = 'Ines') =>
  by(actor, { stream, type, data })
const credentials = (type: string, data: object) => event(`credentials-${maya.id}`, type, data, 'Maya')
const resetLink = `password-reset-${'5e884898'.repeat(8)}`
const invitation = {
  invitation: 'i1',
  tokenHash: 'h1',
  role: 'viewer',
  by: ines.id,
  expiresAt: at('01-12T12:00'),
}
const fingerprint = '0123456789abcdef'.repeat(2)
const webhook = {
  webhook: 'w1',
  host: 'hooks.example',
  address: 'sealed-address',
  description: 'Chat',
  types: ['project.submitted', 'project.rated'],
  isOn: true,
}
const savedText = { savedText: 'a', kind: 'rejection', title: 'Dead link', text: 'It is dead.' }
const failed = { user: maya.id, count: 5, networks: 6, since: at('01-05T12:00') }

/** Events, and what the audit says of them, in their order: each sentence, and the fields before and after below it. */
const histories: [string, GivenEvent[], string[]][] = [
  [
    'events that matter for the security of accounts',
    [
      by('Ines', ines.registered({ role: 'admin' })),
      by('Maya', maya.registered()),
      credentials('PasswordSet', { hash: '$argon2id$first' }),
      by('Maya', maya.event('SignInProviderLinked', { provider: 'github', subject: '17' })),
      credentials('PasswordSet', { hash: '$argon2id$second', sessionVersion: 1 }),
      by('Maya', maya.event('SessionsRevoked', { sessionVersion: 1 })),
      by('Ines', maya.event('SessionsRevoked', { sessionVersion: 2 })),
      credentials('PasswordRemoved', { sessionVersion: 2 }),
      {
        stream: resetLink,
        type: 'PasswordResetRequested',
        data: { user: maya.id, expiresAt: at('01-05T12:30') },
      },
      event(resetLink, 'PasswordResetUsed', {}, 'Maya'),
      by('Ines', maya.status('inactive')),
      by('Ines', maya.status('active')),
      by('Ines', maya.status('pending')),
      by('Eve', personEvents('Eve').deleted({ role: 'admin' })),
      // The id of a sign-up that was never completed.
      personEvents('Nobody').status('inactive'),
      event(`attempts-${maya.id}-2026-01-05`, 'AttemptsFailed', {
        ...failed,
        kind: 'password',
        lockedSeconds: 61,
      }),
      event(`attempts-${maya.id}-2026-01-05`, 'AttemptsFailed', { ...failed, kind: 'second-factor' }),
    ],
    [
      'Ines registered as an admin',
      "{} → { role: 'admin' }",
      'Maya linked GitHub as a way to sign in',
      "{} → { provider: 'GitHub' }",
      'Maya set a new password',
      'All sessions of Maya ended',
      'Ines ended all sessions of Maya',
      'The password of Maya was removed: the owner of the email address signed in',
      'A password reset link was requested for Maya',
      "{} → { expiresAt: '2026-01-05T12:30:00.000Z' }",
      'Maya used a password reset link',
      'Ines deactivated Maya',
      "{ status: 'active' } → { status: 'inactive' }",
      'Ines activated Maya',
      "{ status: 'inactive' } → { status: 'active' }",
      'Ines set Maya to pending',
      "{ status: 'active' } → { status: 'pending' }",
      'Deleted participant deleted their account',
      "{ role: 'admin', status: 'active' } → { status: 'deleted' }",
      'Wrong passwords for Maya: 5, from networks: 6; locked for 2 min',
      "{} → { attempts: 5, since: '2026-01-05T12:00:00.000Z' }",
      'Wrong second factors for Maya: 5, from networks: 6',
      "{} → { attempts: 5, since: '2026-01-05T12:00:00.000Z' }",
    ],
  ],
  [
    'changes of second factors, with the names of passkeys',
    [
      by('Ines', ines.registered({ role: 'admin' })),
      by('Ines', ines.event('AuthenticatorAppAdded', { addedAt: at('01-05T12:00') })),
      by('Ines', ines.event('RecoveryCodesCreated', { createdAt: at('01-05T12:00'), count: 10 })),
      by('Ines', ines.event('PasskeyAdded', { passkey: 'p1', name: 'Laptop' })),
      by('Ines', ines.event('PasskeyRenamed', { passkey: 'p1', name: 'Work' })),
      by('Ines', ines.event('PasskeyRemoved', { passkey: 'p1' })),
      by('Ines', ines.event('RecoveryCodeUsed', { left: 9 })),
      by('Ines', ines.event('AuthenticatorAppRemoved', {})),
    ],
    [
      'Ines registered as an admin',
      "{} → { role: 'admin' }",
      'Ines added an authenticator app',
      'Ines created recovery codes',
      '{} → { recoveryCodes: 10 }',
      'Ines added the passkey “Laptop”',
      "{} → { passkey: 'Laptop' }",
      'Ines renamed the passkey “Laptop” to “Work”',
      "{ passkey: 'Laptop' } → { passkey: 'Work' }",
      'Ines removed the passkey “Work”',
      "{ passkey: 'Work' } → {}",
      'Ines used a recovery code',
      '{} → { recoveryCodes: 9 }',
      'Ines removed their authenticator app',
    ],
  ],
  [
    'a changed role and the life of an invitation',
    [
      by('Ines', ines.registered({ role: 'admin' })),
      event('admins', 'AdminJoined', { user: maya.id }, 'Maya'),
      event('admins', 'AdminRoleChanged', { user: maya.id, from: 'owner', to: 'reviewer' }),
      event('admins', 'InvitationCreated', invitation),
      event('admins', 'InvitationUsed', { invitation: 'i1', user: maya.id }, 'Maya'),
      event('admins', 'InvitationCreated', { ...invitation, invitation: 'i2', role: 'organiser' }),
      event('admins', 'InvitationRevoked', { invitation: 'i2' }),
    ],
    [
      'Ines registered as an admin',
      "{} → { role: 'admin' }",
      'Ines changed the role of Maya from owner to reviewer',
      "{ role: 'owner' } → { role: 'reviewer' }",
      'Ines invited an admin with the role viewer',
      "{} → { role: 'viewer', expiresAt: '2026-01-12T12:00:00.000Z' }",
      'Maya used an invitation by Ines with the role viewer',
      "{} → { role: 'viewer' }",
      'Ines invited an admin with the role organizer',
      "{} → { role: 'organiser', expiresAt: '2026-01-12T12:00:00.000Z' }",
      'Ines revoked an invitation with the role organizer',
      "{ role: 'organiser' } → {}",
    ],
  ],
  [
    'keys of backup files, saved texts, webhooks and imports of participants',
    [
      event('backup-keys', 'BackupKeyAccepted', { fingerprint, name: 'Spring' }),
      event('backup-keys', 'BackupKeyRemoved', { fingerprint }),
      event('texts', 'SavedTextAdded', savedText),
      event('texts', 'SavedTextAdded', { ...savedText, savedText: 'b', kind: 'feedback', title: 'Neat' }),
      event('texts', 'SavedTextChanged', { savedText: 'a', title: 'No link', text: 'None.' }),
      event('texts', 'SavedTextChanged', { savedText: 'b', title: 'Very neat', text: 'Neat.' }),
      event('texts', 'SavedTextDeleted', { savedText: 'a' }),
      event('texts', 'SavedTextDeleted', { savedText: 'b' }),
      event('webhooks', 'WebhookCreated', { ...webhook, secret: 'sealed-secret' }),
      event('webhooks', 'WebhookTurnedOff', { webhook: 'w1', reason: 'failing' }),
      event('webhooks', 'WebhookChanged', { webhook: 'w1', isOn: true }),
      event('webhooks', 'WebhookTurnedOff', { webhook: 'w1', reason: 'gone' }),
      event('webhooks', 'WebhookChanged', { webhook: 'w1', host: 'other.example', address: 'sealed-other' }),
      event('webhooks', 'WebhookSecretRotated', {
        webhook: 'w1',
        secret: 'sealed-new',
        oldUntil: at('03-03T00:00'),
      }),
      event('webhooks', 'WebhookDeleted', { webhook: 'w1' }),
      event('imports-2026-01-05', 'ParticipantImportStarted', { rows: 7 }),
      event('imports-2026-01-05', 'ParticipantsImported', {
        created: 1,
        invited: 2,
        unchanged: 3,
        failed: 4,
      }),
    ],
    [
      'Ines accepted the backup files of “Spring”',
      "{} → { name: 'Spring', fingerprint: '0123456789abcdef0123456789abcdef' }",
      'Ines no longer accepts the backup files of “Spring”',
      "{ name: 'Spring', fingerprint: '0123456789abcdef0123456789abcdef' } → {}",
      'Ines added the saved reason “Dead link”',
      "{} → { title: 'Dead link', text: 'It is dead.' }",
      'Ines added the saved feedback “Neat”',
      "{} → { title: 'Neat', text: 'It is dead.' }",
      'Ines changed the saved reason “No link”',
      "{ title: 'Dead link', text: 'It is dead.' } → { title: 'No link', text: 'None.' }",
      'Ines changed the saved feedback “Very neat”',
      "{ title: 'Neat', text: 'It is dead.' } → { title: 'Very neat', text: 'Neat.' }",
      'Ines deleted the saved reason “No link”',
      "{ title: 'No link', text: 'None.' } → {}",
      'Ines deleted the saved feedback “Very neat”',
      "{ title: 'Very neat', text: 'Neat.' } → {}",
      'Ines created the webhook to hooks.example',
      "{} → { host: 'hooks.example', description: 'Chat', types: 'project.submitted, project.rated', isOn: true }",
      'The webhook to hooks.example was turned off: all deliveries failed for five days',
      '{ isOn: true } → { isOn: false }',
      'Ines changed the webhook to hooks.example',
      '{ isOn: false } → { isOn: true }',
      'The webhook to hooks.example was turned off: the receiver is gone (410)',
      '{ isOn: true } → { isOn: false }',
      'Ines changed the webhook to hooks.example',
      "{ host: 'hooks.example' } → { host: 'other.example' }",
      'Ines replaced the secret of the webhook to other.example',
      'Ines deleted the webhook to other.example',
      "{ host: 'other.example', description: 'Chat', types: 'project.submitted, project.rated', isOn: false } → {}",
      'Ines started an import of participants, accounts to create: 7',
      'Ines imported participants: 1 created, 2 invited again, 3 unchanged, 4 failed',
    ],
  ],
]

test.each(histories)('%s are entries, without secrets', async (_, given, expected) => {
  const { page } = await setUp(given)
  const response = await page()
  expect(said(response)).toEqual(expected)
  expect(JSON.stringify(response)).not.toMatch(/argon2|example\.org|5e884898|"17"|sealed|h1/)
})

test('the subject of an entry has its own name, or that of the user whom it is about', async () => {
  const { page } = await setUp([
    event('admins', 'AdminRoleChanged', { user: maya.id, from: 'owner', to: 'reviewer' }),
    event('admins', 'InvitationCreated', invitation),
    event('calibration', 'CalibrationProjectAdded', { project: projectEvents('Ada', 3).id }),
    event(`conflicts-${maya.id}`, 'ConflictDeclared', { participant: tom.id }),
    event('backup-keys', 'BackupKeyAccepted', { fingerprint, name: 'Spring' }),
    event('texts', 'SavedTextAdded', savedText),
    event('webhooks', 'WebhookCreated', { ...webhook, secret: 'sealed-secret' }),
    event('imports-2026-01-05', 'ParticipantImportStarted', { rows: 7 }),
  ])
  expect((await page()).entries.map(({ subject }) => `${subject.kind} ${subject.name}`).toReversed()).toEqual(
    [
      'user Maya',
      'invitation Invitation (viewer)',
      'project Ada',
      'user Tom',
      'data Spring',
      'text Dead link',
      'webhook hooks.example',
      'data Users',
    ],
  )
})

test('events that belong to another entry are not entries', async () => {
  const { page, log } = await setUp([by('Maya', maya.registered())])
  const requests = [
    [by('Ines', maya.status('inactive')), by('Ines', maya.event('SessionsRevoked', { sessionVersion: 1 }))],
    [
      by('Root', maya.event('SecondFactorsReset', {})),
      by('Root', maya.event('SessionsRevoked', { sessionVersion: 2 })),
    ],
    [
      by('Tom', tom.registered()),
      by('Tom', tom.event('SignInProviderLinked', { provider: 'google', subject: '4' })),
    ],
  ]
  for (const [index, given] of requests.entries())
    await appendToEnd(
      log,
      given[0]?.stream ?? '',
      recordedEvents(given).map((one) => ({ ...one, id: `${index}-${one.id}` })),
    )
  expect(summaries(await page())).toEqual([
    'Root reset the two-factor sign-in of Maya',
    'Ines deactivated Maya',
  ])
})
