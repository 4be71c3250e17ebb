import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { subjectOf } from '../audited-events.ts'
import { say } from '@thirty/contracts/texts/text.ts'
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
              said: say(statusTexts[after], { actor, subject }),
              before: { status: before },
              after: { status: after },
            },
      SessionsRevoked(_, { actor, subject }, past, event) {
        // A deactivation and a reset of the second factors end the sessions, too.
        if (isPartOf(past, event, 'UserStatusChanged') || isPartOf(past, event, 'SecondFactorsReset'))
          return undefined
        const by = event.metadata.actor
        return by === undefined || by === subjectOf(event).id
          ? say('sessionsEnded', { subject })
          : say('sessionsEndedBy', { actor, subject })
      },
      SignInProviderLinked(data, { subject }, past, event) {
        // Of a user who signed up with it.
        if (past.status === undefined || isPartOf(past, event, 'UserRegistered')) return undefined
        const provider = providerNames[data.provider]
        return { said: say('signInLinked', { subject, provider }), after: { provider } }
      },
      AdminRightsGranted: (_, { actor, subject }) => ({
        said: say('madeAdmin', { actor, subject }),
        before: { role: 'participant' },
        after: { role: 'admin' },
      }),
      UserRegistered: ({ adminRole, role }, { subject }) => ({
        said: say('registeredAsAdmin', { subject }),
        after: { role: adminRole ?? role },
      }),
      AccountDeleted: ({ role, status }, { subject }) => ({
        said: say('accountDeleted', { subject }),
        before: { role, status },
        after: { status: 'deleted' },
      }),
      PasswordSet: (_, { subject }) => say('passwordSet', { subject }),
      PasswordRemoved: (_, { subject }) => say('passwordRemoved', { subject }),
      AttemptsFailed({ kind, count, networks, since, lockedSeconds }, { subject }) {
        const said = say(attemptTexts[kind], { subject, count: String(count), networks: String(networks) })
        const minutes = lockedSeconds === undefined ? undefined : String(Math.ceil(lockedSeconds / 60))
        return {
          said: minutes === undefined ? said : say('locked', { said, minutes }),
          after: { attempts: count, since },
        }
      },
      PasswordResetRequested: ({ expiresAt }, { subject }) => ({
        said: say('resetRequested', { subject }),
        after: { expiresAt },
      }),
      PasswordResetUsed: (_, { subject }) => say('resetUsed', { subject }),
      AuthenticatorAppAdded: (_, { subject }) => say('appAdded', { subject }),
      AuthenticatorAppRemoved: (_, { subject }) => say('appRemoved', { subject }),
      PasskeyAdded: ({ name }, { subject }) => ({
        said: say('passkeyAdded', { subject, passkey: name }),
        after: { passkey: name },
      }),
      PasskeyRenamed({ passkey, name }, { subject }, { passkeys }) {
        const before = passkeys.get(passkey) ?? 'unknown'
        return {
          said: say('passkeyRenamed', { subject, passkey: before, name }),
          before: { passkey: before },
          after: { passkey: name },
        }
      },
      PasskeyRemoved({ passkey }, { subject }, { passkeys }) {
        const before = passkeys.get(passkey) ?? 'unknown'
        return { said: say('passkeyRemoved', { subject, passkey: before }), before: { passkey: before } }
      },
      RecoveryCodesCreated: ({ count }, { subject }) => ({
        said: say('recoveryCodesCreated', { subject }),
        after: { recoveryCodes: count },
      }),
      RecoveryCodeUsed: ({ left }, { subject }) => ({
        said: say('recoveryCodeUsed', { subject }),
        after: { recoveryCodes: left },
      }),
      SecondFactorsReset: (_, { actor, subject }) => say('twoFactorReset', { actor, subject }),
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

const attemptTexts = {
  password: 'wrongPasswords',
  'second-factor': 'wrongFactors',
  confirmation: 'wrongConfirmations',
} as const

const statusTexts = { active: 'activated', inactive: 'deactivated', pending: 'setToPending' } as const

const providerNames = { github: 'GitHub', google: 'Google' }
