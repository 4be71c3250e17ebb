import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { importEvents } from '@thirty/contracts/accounts/import-events.ts'
import { savedTextEvents } from '@thirty/contracts/saved-texts/events.ts'
import {
  auditActions,
  type AuditAction,
  type AuditSubjectKind,
} from '@thirty/contracts/audit/audit-actions.ts'
import { projectIdFromStream, userIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { afterPrefix, discussionIdFromStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

/** The action of each event that can be an entry: what admins and operators do, and what matters for the security of users. */
export const actionByType = {
  ChallengeStarted: 'challenge-started',
  ChallengeScheduled: 'challenge-scheduled',
  ScheduleCancelled: 'schedule-cancelled',
  ChallengeEndSet: 'challenge-end-set',
  ChallengeEndUndone: 'challenge-end-undone',
  LeaderboardFrozen: 'leaderboard-frozen',
  FreezeCancelled: 'freeze-cancelled',
  LeaderboardRevealed: 'leaderboard-revealed',
  ScoringChanged: 'scoring-changed',
  ChallengeOptionsChanged: 'options-changed',
  ChallengeReset: 'challenge-reset',
  BackupCreated: 'backup-created',
  BackupRestored: 'backup-restored',
  BackupImportStarted: 'import-started',
  BackupImported: 'backup-imported',
  BackupDeleted: 'backup-deleted',
  ProjectApproved: 'project-approved',
  ProjectRejected: 'project-rejected',
  ProjectRated: 'project-rated',
  CalibrationProjectAdded: 'calibration-added',
  CalibrationProjectRemoved: 'calibration-removed',
  ConflictDeclared: 'conflict-declared',
  ConflictWithdrawn: 'conflict-withdrawn',
  CommentRemoved: 'comment-removed',
  CommentHidden: 'comment-hidden',
  CommentShown: 'comment-shown',
  DiscussionRemoved: 'discussion-removed',
  ReplyRemoved: 'reply-removed',
  DiscussionHidden: 'discussion-hidden',
  DiscussionShown: 'discussion-shown',
  ReplyHidden: 'reply-hidden',
  ReplyShown: 'reply-shown',
  SavedTextAdded: 'saved-text-added',
  SavedTextChanged: 'saved-text-changed',
  SavedTextDeleted: 'saved-text-deleted',
  UserRegistered: 'admin-registered',
  AdminRightsGranted: 'admin-rights-granted',
  AdminRoleChanged: 'admin-role-changed',
  InvitationCreated: 'invitation-created',
  InvitationUsed: 'invitation-used',
  InvitationRevoked: 'invitation-revoked',
  UserStatusChanged: 'user-status-changed',
  SessionsRevoked: 'sessions-ended',
  SignInProviderLinked: 'sign-in-linked',
  AccountDeleted: 'account-deleted',
  PasswordSet: 'password-set',
  PasswordRemoved: 'password-removed',
  AttemptsFailed: 'attempts-failed',
  PasswordResetRequested: 'password-reset-requested',
  PasswordResetUsed: 'password-reset-used',
  AuthenticatorAppAdded: 'authenticator-app-added',
  AuthenticatorAppRemoved: 'authenticator-app-removed',
  PasskeyAdded: 'passkey-added',
  PasskeyRenamed: 'passkey-renamed',
  PasskeyRemoved: 'passkey-removed',
  RecoveryCodesCreated: 'recovery-codes-created',
  RecoveryCodeUsed: 'recovery-code-used',
  SecondFactorsReset: 'two-factor-reset',
  ParticipantImportStarted: 'participant-import-started',
  ParticipantsImported: 'participants-imported',
  DataExported: 'data-exported',
  WebhookCreated: 'webhook-created',
  WebhookChanged: 'webhook-changed',
  WebhookSecretRotated: 'webhook-secret-rotated',
  WebhookTurnedOff: 'webhook-turned-off',
  WebhookDeleted: 'webhook-deleted',
  BackupKeyAccepted: 'backup-key-accepted',
  BackupKeyRemoved: 'backup-key-removed',
} as const satisfies Partial<Record<keyof typeof allEvents, AuditAction>>
type AuditedType = keyof typeof actionByType

// Safe: these are the keys of the constant above.
export const auditedEvents = pickEvents(allEvents, ...(Object.keys(actionByType) as AuditedType[]))
export type AuditedEvent = RecordedEventOf<typeof auditedEvents>

/**
 * Whether an event is an entry, as far as the event itself tells: participants' ratings, registrations of participants and
 * first passwords are none, and neither are invitations of imported participants: the import is one entry. Some others turn out to be none when their stream is read, such as the removal of an own comment.
 */
export function isAudited(event: RecordedEvent): event is AuditedEvent {
  if (!isEventOf(auditedEvents, event)) return false
  if (event.type === 'ProjectRated') return event.data.official
  if (event.type === 'UserRegistered') return event.data.role === 'admin'
  if (event.type === 'PasswordSet') return event.data.sessionVersion !== undefined
  // Only an invitation has an actor: anyone may request a link for a forgotten password.
  if (event.type === 'PasswordResetRequested') return event.metadata.actor === undefined
  return true
}

export type AuditSubject = { kind: AuditSubjectKind; id: string }

/** Returns what an event is about. There is one challenge, whose id is `challenge`. */
export function subjectOf(event: AuditedEvent): AuditSubject {
  const kind = auditActions[actionByType[event.type]]
  return { kind, id: subjectIdOf(event) }
}

function subjectIdOf(event: AuditedEvent): string {
  if (event.type === 'DataExported') return event.data.backup ?? event.data.kind
  if ('backup' in event.data && event.type !== 'ChallengeReset') return event.data.backup
  // Only the owner of an account can use a link, so this is the user.
  if (event.type === 'PasswordResetUsed') return event.metadata.actor ?? ''
  if (
    event.type === 'PasswordResetRequested' ||
    event.type === 'AdminRoleChanged' ||
    event.type === 'AttemptsFailed'
  )
    return event.data.user
  if ('invitation' in event.data) return event.data.invitation
  if ('fingerprint' in event.data) return event.data.fingerprint
  if ('project' in event.data) return event.data.project
  if ('participant' in event.data) return event.data.participant
  if ('webhook' in event.data) return event.data.webhook
  if (isEventOf(importEvents, event)) return 'users'
  if (isEventOf(savedTextEvents, event)) return event.data.savedText
  const { stream } = event
  return (
    projectIdFromStream(stream) ??
    userIdFromStream(stream) ??
    discussionIdFromStream(stream) ??
    afterPrefix(stream, 'credentials-') ??
    stream
  )
}
