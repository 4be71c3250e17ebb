import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { userEvents } from '@thirty/contracts/events/user.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { auditedAccountEvents, subjectOf } from '../audited-events.ts'
import type { Draft, NameOf, SubjectReader, Wording } from './draft.ts'

/** Reads a stream about an account: its own, that of its password, of its deletion, or of a link that resets a password. */
export function accountReader(): SubjectReader {
  let status: string | undefined
  let previous: RecordedEvent | undefined
  const passkeyNames = new Map<string, string>()

  const isPartOf = (event: RecordedEvent, type: string): boolean =>
    previous?.type === type && previous.metadata.correlation === event.metadata.correlation

  return {
    draft(event) {
      if (!isEventOf(auditedAccountEvents, event)) return undefined
      const user = subjectOf(event).id
      const { actor } = event.metadata
      const draftOf = (word: (nameOf: NameOf) => Wording): Draft => ({ users: [user], word })
      switch (event.type) {
        case 'UserStatusChanged': {
          const before = status
          // The id of a sign-up that was never completed is blocked in this way.
          if (before === undefined) return undefined
          const after = event.data.status
          return draftOf((nameOf) => ({
            summary: statusSummaries[after](nameOf(actor), nameOf(user)),
            before: { status: before },
            after: { status: after },
          }))
        }
        case 'SessionsRevoked':
          // A deactivation and a reset of the second factors end the sessions, too.
          return isPartOf(event, 'UserStatusChanged') || isPartOf(event, 'SecondFactorsReset')
            ? undefined
            : draftOf(sessionsEnded(actor, user))
        case 'SignInProviderLinked': {
          // Of a user who signed up with it.
          if (status === undefined || isPartOf(event, 'UserRegistered')) return undefined
          const provider = providerNames[event.data.provider]
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} linked ${provider} as a way to sign in`,
            after: { provider },
          }))
        }
        case 'AdminRightsGranted':
          return draftOf((nameOf) => ({
            summary: `${nameOf(actor)} made ${nameOf(user)} an admin`,
            before: { role: 'participant' },
            after: { role: 'admin' },
          }))
        case 'UserRegistered':
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} registered as an admin`,
            after: { role: event.data.adminRole ?? event.data.role },
          }))
        case 'AccountDeleted': {
          const { role, status } = event.data
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} deleted their account`,
            before: { role, status },
            after: { status: 'deleted' },
          }))
        }
        case 'PasswordSet':
          return draftOf((nameOf) => ({ summary: `${nameOf(user)} set a new password` }))
        case 'PasswordRemoved':
          return draftOf((nameOf) => ({
            summary: `The password of ${nameOf(user)} was removed: the owner of the email address signed in`,
          }))
        case 'AttemptsFailed': {
          const { kind, count, networks, since, lockedSeconds } = event.data
          const minutes = lockedSeconds === undefined ? undefined : Math.ceil(lockedSeconds / 60)
          const locked = minutes === undefined ? '' : `; locked for ${minutes} min`
          return draftOf((nameOf) => ({
            summary: `${attemptSummaries[kind](nameOf(user), count, networks)}${locked}`,
            after: { attempts: count, since },
          }))
        }
        case 'PasswordResetRequested':
          return draftOf((nameOf) => ({
            summary: `A password reset link was requested for ${nameOf(user)}`,
            after: { expiresAt: event.data.expiresAt },
          }))
        case 'PasswordResetUsed':
          return draftOf((nameOf) => ({ summary: `${nameOf(user)} used a password reset link` }))
        case 'AuthenticatorAppAdded':
          return draftOf((nameOf) => ({ summary: `${nameOf(user)} added an authenticator app` }))
        case 'AuthenticatorAppRemoved':
          return draftOf((nameOf) => ({ summary: `${nameOf(user)} removed their authenticator app` }))
        case 'PasskeyAdded': {
          const { name } = event.data
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} added the passkey “${name}”`,
            after: { passkey: name },
          }))
        }
        case 'PasskeyRenamed': {
          const { passkey, name } = event.data
          const before = passkeyNames.get(passkey) ?? 'unknown'
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} renamed the passkey “${before}” to “${name}”`,
            before: { passkey: before },
            after: { passkey: name },
          }))
        }
        case 'PasskeyRemoved': {
          const before = passkeyNames.get(event.data.passkey) ?? 'unknown'
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} removed the passkey “${before}”`,
            before: { passkey: before },
          }))
        }
        case 'RecoveryCodesCreated': {
          const { count } = event.data
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} created recovery codes`,
            after: { recoveryCodes: count },
          }))
        }
        case 'RecoveryCodeUsed': {
          const { left } = event.data
          return draftOf((nameOf) => ({
            summary: `${nameOf(user)} used a recovery code`,
            after: { recoveryCodes: left },
          }))
        }
        case 'SecondFactorsReset':
          return draftOf((nameOf) => ({
            summary: `${nameOf(actor)} reset the two-factor sign-in of ${nameOf(user)}`,
          }))
      }
    },
    apply(event) {
      previous = event
      if (!isEventOf(userEvents, event)) return
      if (event.type === 'PasskeyAdded' || event.type === 'PasskeyRenamed')
        passkeyNames.set(event.data.passkey, event.data.name)
      if (event.type === 'UserRegistered') status = 'active'
      if (event.type === 'UserStatusChanged' && status !== undefined) ({ status } = event.data)
    },
  }
}

const sessionsEnded = (actor: string | undefined, user: string) => (nameOf: NameOf) => ({
  summary:
    actor === undefined || actor === user
      ? `All sessions of ${nameOf(user)} ended`
      : `${nameOf(actor)} ended all sessions of ${nameOf(user)}`,
})

const attemptSummaries = {
  password: (user: string, count: number, networks: number) =>
    `Wrong passwords for ${user}: ${count}, from networks: ${networks}`,
  'second-factor': (user: string, count: number, networks: number) =>
    `Wrong second factors for ${user}: ${count}, from networks: ${networks}`,
  confirmation: (user: string, count: number) => `Wrong confirmations in a session of ${user}: ${count}`,
} as const

const statusSummaries = {
  active: (actor: string, user: string) => `${actor} activated ${user}`,
  inactive: (actor: string, user: string) => `${actor} deactivated ${user}`,
  pending: (actor: string, user: string) => `${actor} set ${user} to pending`,
}

const providerNames = { github: 'GitHub', google: 'Google' }
