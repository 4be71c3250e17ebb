// What the audit says of a stream about an account: its own, that of its password, of its deletion, or of a link that resets a password.

import { providerNames } from '@thirty/contracts/accounts/social-sign-in.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { subjectOf } from '../audited-events.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { entriesOf } from './subject-entries.ts'

type Past = { status?: string; previous?: RecordedEvent; passkeys: Map<string, string> }
export const accountEntries = () =>
  entriesOf({
    fold: { initial: { passkeys: new Map() }, events: userEvents, evolve: evolveUser },
    details: {
      UserStatusChanged: ({ status: after }, { status: before }) =>
        // The id of a sign-up that was never completed is blocked in this way.
        before === undefined
          ? undefined
          : { code: statusTexts[after], before: { status: before }, after: { status: after } },
      SessionsRevoked(_, past, event) {
        // A deactivation and a reset of the second factors end the sessions, too.
        if (isPartOf(past, event, 'UserStatusChanged') || isPartOf(past, event, 'SecondFactorsReset'))
          return undefined
        const by = event.metadata.actor
        return by === undefined || by === subjectOf(event).id ? {} : { code: 'sessionsEndedBy' }
      },
      SignInProviderLinked(data, past, event) {
        // Of a user who signed up with it.
        if (past.status === undefined || isPartOf(past, event, 'UserRegistered')) return undefined
        const provider = providerNames[data.provider]
        return { values: { provider }, after: { provider } }
      },
      AdminRightsGranted: () => ({ before: { role: 'participant' }, after: { role: 'admin' } }),
      UserRegistered: ({ adminRole, role }) => ({ after: { role: adminRole ?? role } }),
      AccountDeleted: ({ role, status }) => ({ before: { role, status }, after: { status: 'deleted' } }),
      AttemptsFailed({ kind, count, since, lockedSeconds }) {
        const after = { attempts: count, since }
        if (lockedSeconds === undefined) return { code: attemptTexts[kind], after }
        const minutes = String(Math.ceil(lockedSeconds / 60))
        return { code: attemptTexts[kind], around: (said) => say('locked', { said, minutes }), after }
      },
      PasswordResetRequested: ({ expiresAt }) => ({ after: { expiresAt } }),
      PasskeyAdded: ({ name }) => ({ values: { passkey: name }, after: { passkey: name } }),
      PasskeyRenamed({ passkey, name }, { passkeys }) {
        const before = passkeys.get(passkey) ?? 'unknown'
        return { values: { passkey: before }, before: { passkey: before }, after: { passkey: name } }
      },
      PasskeyRemoved({ passkey }, { passkeys }) {
        const before = passkeys.get(passkey) ?? 'unknown'
        return { values: { passkey: before }, before: { passkey: before } }
      },
      RecoveryCodesCreated: ({ count }) => ({ after: { recoveryCodes: count } }),
      RecoveryCodeUsed: ({ left }) => ({ after: { recoveryCodes: left } }),
    },
  })

function evolveUser(before: Past, event: RecordedEventOf<typeof userEvents>): Past {
  const past = { ...before, previous: event }
  if (event.type === 'PasskeyAdded' || event.type === 'PasskeyRenamed')
    return { ...past, passkeys: past.passkeys.set(event.data.passkey, event.data.name) }
  if (event.type === 'UserRegistered') return { ...past, status: 'active' }
  if (event.type === 'UserStatusChanged' && past.status !== undefined)
    return { ...past, status: event.data.status }
  return past
}

const isPartOf = ({ previous }: Past, event: RecordedEvent, type: string): boolean =>
  previous?.type === type && previous.metadata.correlation === event.metadata.correlation

const attemptTexts = {
  password: 'wrongPasswords',
  'second-factor': 'wrongFactors',
  confirmation: 'wrongConfirmations',
} as const

const statusTexts = { active: 'activated', inactive: 'deactivated', pending: 'setToPending' } as const
