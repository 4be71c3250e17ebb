import type { AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import type { AuditAction } from '@thirty/contracts/rules/audit-actions.ts'
import { formatDateWithClockTime } from '../../shared/format/format-time.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { t } from './messages/t.ts'

/** How lists of actions call them. */
export const actionLabels: Readonly<Record<AuditAction, string>> = {
  'challenge-started': t('challengeStarted'),
  'challenge-scheduled': t('startScheduled'),
  'schedule-cancelled': t('scheduleCancelled'),
  'challenge-end-set': t('endSet'),
  'challenge-end-undone': t('endUndone'),
  'leaderboard-frozen': t('leaderboardFrozen'),
  'freeze-cancelled': t('freezeCancelled'),
  'leaderboard-revealed': t('leaderboardRevealed'),
  'scoring-changed': t('scoringChanged'),
  'options-changed': t('optionsChanged'),
  'challenge-reset': t('challengeReset'),
  'import-started': t('importStarted'),
  'backup-created': t('backupCreated'),
  'backup-restored': t('backupRestored'),
  'backup-imported': t('backupImported'),
  'backup-deleted': t('backupDeleted'),
  'project-approved': t('projectApproved'),
  'project-rejected': t('projectRejected'),
  'project-rated': t('projectRated'),
  'calibration-added': t('calibrationAdded'),
  'calibration-removed': t('calibrationRemoved'),
  'comment-removed': t('commentRemoved'),
  'discussion-removed': t('discussionRemoved'),
  'reply-removed': t('replyRemoved'),
  'saved-text-added': t('savedTextAdded'),
  'saved-text-changed': t('savedTextChanged'),
  'saved-text-deleted': t('savedTextDeleted'),
  'admin-registered': t('adminRegistered'),
  'admin-rights-granted': t('adminRightsGranted'),
  'conflict-declared': t('conflictDeclared'),
  'conflict-withdrawn': t('conflictWithdrawn'),
  'admin-role-changed': t('roleChanged'),
  'invitation-created': t('invitationCreated'),
  'invitation-used': t('invitationUsed'),
  'invitation-revoked': t('invitationRevoked'),
  'user-status-changed': t('userStatusChanged'),
  'account-deleted': t('accountDeleted'),
  'sessions-ended': t('sessionsEnded'),
  'sign-in-linked': t('signInLinked'),
  'password-set': t('passwordSet'),
  'password-removed': t('passwordRemoved'),
  'password-reset-requested': t('passwordResetRequested'),
  'password-reset-used': t('passwordResetUsed'),
  'authenticator-app-added': t('authenticatorAppAdded'),
  'authenticator-app-removed': t('authenticatorAppRemoved'),
  'passkey-added': t('passkeyAdded'),
  'passkey-renamed': t('passkeyRenamed'),
  'passkey-removed': t('passkeyRemoved'),
  'recovery-codes-created': t('recoveryCodesCreated'),
  'recovery-code-used': t('recoveryCodeUsed'),
  'two-factor-reset': t('twoFactorReset'),
  'participant-import-started': t('participantImportStarted'),
  'participants-imported': t('participantsImported'),
  'data-exported': t('dataExported'),
  'webhook-created': t('webhookCreated'),
  'webhook-changed': t('webhookChanged'),
  'webhook-secret-rotated': t('webhookSecretRotated'),
  'webhook-turned-off': t('webhookTurnedOff'),
  'webhook-deleted': t('webhookDeleted'),
}

const fieldLabels: Readonly<Record<string, string>> = {
  startsAt: t('fieldStartsAt'),
  endsAt: t('fieldEndsAt'),
  notifications: t('fieldNotifications'),
  emailReminders: t('fieldEmailReminders'),
  wantedRatings: t('fieldWantedRatings'),
  normalisedScores: t('fieldNormalisedScores'),
  ownersNeedTwoFactor: t('fieldOwnersNeedTwoFactor'),
  passkey: t('fieldPasskey'),
  recoveryCodes: t('fieldRecoveryCodes'),
  projects: t('fieldProjectsWeight'),
  quality: t('fieldQualityWeight'),
  streak: t('fieldStreakWeight'),
  excluded: t('fieldExcluded'),
  normalised: t('fieldNormalised'),
  run: t('fieldRun'),
  backup: t('fieldBackup'),
  name: t('fieldName'),
  automatic: t('fieldAutomatic'),
  position: t('fieldPosition'),
  fromRun: t('fieldFromRun'),
  fromPosition: t('fieldFromPosition'),
  status: t('fieldStatus'),
  role: t('fieldRole'),
  provider: t('fieldProvider'),
  expiresAt: t('fieldExpiresAt'),
  reason: t('fieldReason'),
  author: t('fieldAuthor'),
  title: t('fieldTitle'),
  text: t('fieldText'),
  reply: t('fieldReply'),
  comment: t('fieldComment'),
  average: t('fieldAverage'),
  functionality: t('fieldFunctionality'),
  design: t('fieldDesign'),
  innovation: t('fieldInnovation'),
  codeQuality: t('fieldCodeQuality'),
  completeness: t('fieldCompleteness'),
  feedback: t('fieldFeedback'),
  host: t('fieldHost'),
  description: t('fieldDescription'),
  types: t('fieldTypes'),
  isOn: t('fieldIsOn'),
}

/** Returns the label of a field: "Starts at" for `startsAt`. A field without a label is called as in the record. */
export const fieldLabel = (field: string): string => fieldLabels[field] ?? field

/** The values of a status or role. Other texts belong to users. */
const words: Readonly<Record<string, string>> = {
  none: t('noValue'),
  submitted: t('valueSubmitted'),
  approved: t('valueApproved'),
  rejected: t('valueRejected'),
  withdrawn: t('valueWithdrawn'),
  active: t('valueActive'),
  inactive: t('valueInactive'),
  pending: t('valuePending'),
  deleted: t('valueDeleted'),
  participant: t('valueParticipant'),
  admin: t('valueAdmin'),
  'family-or-friend': t('reasonFamilyOrFriend'),
  work: t('reasonWork'),
  teaching: t('reasonTeaching'),
  other: t('reasonOther'),
  owner: t('valueOwner'),
  organiser: t('valueOrganiser'),
  reviewer: t('valueReviewer'),
  viewer: t('valueViewer'),
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** Returns the value of a field as it is shown. */
export function formatValue(field: string, value: NonNullable<AuditRecord[string]>): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return formatNumber(value)
  if (field === 'status' || field === 'role') return words[value] ?? value
  return isoTime.test(value) ? formatDateWithClockTime(Date.parse(value)) : value
}
