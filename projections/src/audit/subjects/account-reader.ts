import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { userEvents } from '@thirty/contracts/events/user.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { subjectOf } from '../audited-events.ts'
import { subjectReader, withEntry, type Known } from './draft.ts'

type Past = { status?: string; previous?: RecordedEvent; passkeys: Known<string> }
const beginning: Past = { passkeys: new Map() }

/** Reads a stream about an account: its own, that of its password, of its deletion, or of a link that resets a password. */
export const accountReader = () =>
  subjectReader(
    beginning,
    {
      UserStatusChanged: ({ status: after }, { actor, subject }, { status: before }) =>
        // The id of a sign-up that was never completed is blocked in this way.
        before === undefined
          ? undefined
          : {
              summary: statusSummaries[after](actor, subject),
              before: { status: before },
              after: { status: after },
            },
      SessionsRevoked(_, { actor, subject }, past, event) {
        // A deactivation and a reset of the second factors end the sessions, too.
        if (isPartOf(past, event, 'UserStatusChanged') || isPartOf(past, event, 'SecondFactorsReset'))
          return undefined
        const by = event.metadata.actor
        return by === undefined || by === subjectOf(event).id
          ? `All sessions of ${subject} ended`
          : `${actor} ended all sessions of ${subject}`
      },
      SignInProviderLinked(data, { subject }, past, event) {
        // Of a user who signed up with it.
        if (past.status === undefined || isPartOf(past, event, 'UserRegistered')) return undefined
        const provider = providerNames[data.provider]
        return { summary: `${subject} linked ${provider} as a way to sign in`, after: { provider } }
      },
      AdminRightsGranted: (_, { actor, subject }) => ({
        summary: `${actor} made ${subject} an admin`,
        before: { role: 'participant' },
        after: { role: 'admin' },
      }),
      UserRegistered: ({ adminRole, role }, { subject }) => ({
        summary: `${subject} registered as an admin`,
        after: { role: adminRole ?? role },
      }),
      AccountDeleted: ({ role, status }, { subject }) => ({
        summary: `${subject} deleted their account`,
        before: { role, status },
        after: { status: 'deleted' },
      }),
      PasswordSet: (_, { subject }) => `${subject} set a new password`,
      PasswordRemoved: (_, { subject }) =>
        `The password of ${subject} was removed: the owner of the email address signed in`,
      AttemptsFailed({ kind, count, networks, since, lockedSeconds }, { subject }) {
        const locked = lockedSeconds === undefined ? '' : `; locked for ${Math.ceil(lockedSeconds / 60)} min`
        return {
          summary: `${attemptSummaries[kind](subject, count, networks)}${locked}`,
          after: { attempts: count, since },
        }
      },
      PasswordResetRequested: ({ expiresAt }, { subject }) => ({
        summary: `A password reset link was requested for ${subject}`,
        after: { expiresAt },
      }),
      PasswordResetUsed: (_, { subject }) => `${subject} used a password reset link`,
      AuthenticatorAppAdded: (_, { subject }) => `${subject} added an authenticator app`,
      AuthenticatorAppRemoved: (_, { subject }) => `${subject} removed their authenticator app`,
      PasskeyAdded: ({ name }, { subject }) => ({
        summary: `${subject} added the passkey “${name}”`,
        after: { passkey: name },
      }),
      PasskeyRenamed({ passkey, name }, { subject }, { passkeys }) {
        const before = passkeys.get(passkey) ?? 'unknown'
        return {
          summary: `${subject} renamed the passkey “${before}” to “${name}”`,
          before: { passkey: before },
          after: { passkey: name },
        }
      },
      PasskeyRemoved({ passkey }, { subject }, { passkeys }) {
        const before = passkeys.get(passkey) ?? 'unknown'
        return { summary: `${subject} removed the passkey “${before}”`, before: { passkey: before } }
      },
      RecoveryCodesCreated: ({ count }, { subject }) => ({
        summary: `${subject} created recovery codes`,
        after: { recoveryCodes: count },
      }),
      RecoveryCodeUsed: ({ left }, { subject }) => ({
        summary: `${subject} used a recovery code`,
        after: { recoveryCodes: left },
      }),
      SecondFactorsReset: (_, { actor, subject }) => `${actor} reset the two-factor sign-in of ${subject}`,
    },
    (past, event) => ({ ...rememberUser(past, event), previous: event }),
  )

function rememberUser(past: Past, event: RecordedEvent): Past {
  if (!isEventOf(userEvents, event)) return past
  if (event.type === 'PasskeyAdded' || event.type === 'PasskeyRenamed')
    return { ...past, passkeys: withEntry(past.passkeys, event.data.passkey, event.data.name) }
  if (event.type === 'UserRegistered') return { ...past, status: 'active' }
  if (event.type === 'UserStatusChanged' && past.status !== undefined)
    return { ...past, status: event.data.status }
  return past
}

const isPartOf = ({ previous }: Past, event: RecordedEvent, type: string): boolean =>
  previous?.type === type && previous.metadata.correlation === event.metadata.correlation

const attemptSummaries = {
  password: (user: string, count: number, networks: number) =>
    `Wrong passwords for ${user}: ${count}, from networks: ${networks}`,
  'second-factor': (user: string, count: number, networks: number) =>
    `Wrong second factors for ${user}: ${count}, from networks: ${networks}`,
  confirmation: (user: string, count: number) => `Wrong confirmations in a session of ${user}: ${count}`,
}

const statusSummaries = {
  active: (actor: string, user: string) => `${actor} activated ${user}`,
  inactive: (actor: string, user: string) => `${actor} deactivated ${user}`,
  pending: (actor: string, user: string) => `${actor} set ${user} to pending`,
}

const providerNames = { github: 'GitHub', google: 'Google' }
