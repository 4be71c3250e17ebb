import type { AuditRecord } from '@thirty/contracts/audit/api.ts'
import type { AuditAction } from '@thirty/contracts/audit/audit-actions.ts'
import { criterionTexts } from '../../shared/charts/ratings/criteria.ts'
import { formatDateWithClockTime } from '../../shared/format/format-time.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { isIsoTime } from './iso-time.ts'
import { t } from '../../shared/i18n/t.ts'

/** How lists of actions call them. */
export const actionLabels: Readonly<Record<AuditAction, string>> = {
  'challenge-started': t('common.challengeStarted'),
  'challenge-scheduled': t('adminAudit.startScheduled'),
  'schedule-cancelled': t('adminAudit.scheduleCancelled'),
  'challenge-end-set': t('adminAudit.endSet'),
  'challenge-end-undone': t('adminAudit.endUndone'),
  'leaderboard-frozen': t('adminAudit.leaderboardFrozen'),
  'freeze-cancelled': t('adminAudit.freezeCancelled'),
  'leaderboard-revealed': t('adminAudit.leaderboardRevealed'),
  'scoring-changed': t('adminAudit.scoringChanged'),
  'options-changed': t('adminAudit.optionsChanged'),
  'challenge-reset': t('common.challengeReset'),
  'import-started': t('adminAudit.importStarted'),
  'backup-created': t('adminAudit.backupCreated'),
  'backup-restored': t('common.backupRestored'),
  'backup-imported': t('adminAudit.backupImported'),
  'backup-deleted': t('adminAudit.backupDeleted'),
  'project-approved': t('common.projectApproved'),
  'project-rejected': t('common.projectRejected'),
  'project-rated': t('adminAudit.projectRated'),
  'calibration-added': t('adminAudit.calibrationAdded'),
  'calibration-removed': t('adminAudit.calibrationRemoved'),
  'comment-removed': t('adminAudit.commentRemoved'),
  'discussion-removed': t('adminAudit.discussionRemoved'),
  'reply-removed': t('adminAudit.replyRemoved'),
  'comment-hidden': t('adminAudit.commentHidden'),
  'comment-shown': t('adminAudit.commentShown'),
  'discussion-hidden': t('adminAudit.discussionHidden'),
  'discussion-shown': t('adminAudit.discussionShown'),
  'reply-hidden': t('adminAudit.replyHidden'),
  'reply-shown': t('adminAudit.replyShown'),
  'saved-text-added': t('adminAudit.savedTextAdded'),
  'saved-text-changed': t('adminAudit.savedTextChanged'),
  'saved-text-deleted': t('adminAudit.savedTextDeleted'),
  'admin-registered': t('adminAudit.adminRegistered'),
  'admin-rights-granted': t('adminAudit.adminRightsGranted'),
  'conflict-declared': t('common.conflictDeclared'),
  'conflict-withdrawn': t('common.conflictWithdrawn'),
  'admin-role-changed': t('adminAudit.roleChanged'),
  'invitation-created': t('adminAudit.invitationCreated'),
  'invitation-used': t('adminAudit.invitationUsed'),
  'invitation-revoked': t('common.invitationRevoked'),
  'user-status-changed': t('adminAudit.userStatusChanged'),
  'account-deleted': t('adminAudit.accountDeleted'),
  'sessions-ended': t('adminAudit.sessionsEnded'),
  'sign-in-linked': t('adminAudit.signInLinked'),
  'password-set': t('adminAudit.passwordSet'),
  'password-removed': t('adminAudit.passwordRemoved'),
  'attempts-failed': t('adminAudit.attemptsFailed'),
  'password-reset-requested': t('adminAudit.passwordResetRequested'),
  'password-reset-used': t('adminAudit.passwordResetUsed'),
  'authenticator-app-added': t('adminAudit.authenticatorAppAdded'),
  'authenticator-app-removed': t('adminAudit.authenticatorAppRemoved'),
  'passkey-added': t('adminAudit.passkeyAdded'),
  'passkey-renamed': t('adminAudit.passkeyRenamed'),
  'passkey-removed': t('adminAudit.passkeyRemoved'),
  'recovery-codes-created': t('adminAudit.recoveryCodesCreated'),
  'recovery-code-used': t('adminAudit.recoveryCodeUsed'),
  'two-factor-reset': t('adminAudit.twoFactorReset'),
  'participant-import-started': t('adminAudit.participantImportStarted'),
  'participants-imported': t('adminAudit.participantsImported'),
  'data-exported': t('adminAudit.dataExported'),
  'backup-key-accepted': t('adminAudit.backupKeyAccepted'),
  'backup-key-removed': t('adminAudit.backupKeyRemoved'),
  'webhook-created': t('adminAudit.webhookCreated'),
  'webhook-changed': t('adminAudit.webhookChanged'),
  'webhook-secret-rotated': t('adminAudit.webhookSecretRotated'),
  'webhook-turned-off': t('adminAudit.webhookTurnedOff'),
  'webhook-deleted': t('common.webhookDeleted'),
}

const fieldLabels: Readonly<Record<string, string>> = {
  startsAt: t('adminAudit.fieldStartsAt'),
  endsAt: t('adminAudit.fieldEndsAt'),
  frozenAt: t('adminAudit.fieldFrozenAt'),
  signature: t('common.signature'),
  signedBy: t('adminAudit.fieldSignedBy'),
  fingerprint: t('common.key'),
  notifications: t('common.notifications'),
  emailReminders: t('adminAudit.fieldEmailReminders'),
  wantedRatings: t('adminAudit.fieldWantedRatings'),
  normalisedScores: t('common.normalizedScores'),
  ownersNeedTwoFactor: t('adminAudit.fieldOwnersNeedTwoFactor'),
  eventNetworks: t('adminAudit.fieldEventNetworks'),
  eventEnd: t('adminAudit.fieldEventEnd'),
  passkey: t('adminAudit.fieldPasskey'),
  recoveryCodes: t('common.recoveryCodes'),
  attempts: t('common.attempts'),
  since: t('adminAudit.fieldSince'),
  projects: t('common.pointsPerProject'),
  quality: t('common.pointsPerQuality'),
  streak: t('common.pointsPerStreakDay'),
  excluded: t('adminAudit.fieldExcluded'),
  normalised: t('adminAudit.fieldNormalised'),
  run: t('common.run'),
  backup: t('adminAudit.fieldBackup'),
  name: t('common.name'),
  automatic: t('adminAudit.fieldAutomatic'),
  position: t('adminAudit.fieldPosition'),
  fromRun: t('adminAudit.fieldFromRun'),
  fromPosition: t('adminAudit.fieldFromPosition'),
  status: t('common.status'),
  role: t('common.role'),
  provider: t('adminAudit.fieldProvider'),
  expiresAt: t('adminAudit.fieldExpiresAt'),
  reason: t('common.reason'),
  author: t('adminAudit.fieldAuthor'),
  title: t('common.title'),
  text: t('common.text'),
  reply: t('common.reply'),
  comment: t('common.comment'),
  average: t('common.average'),
  ...criterionTexts,
  feedback: t('common.feedback'),
  host: t('adminAudit.fieldHost'),
  description: t('common.description'),
  types: t('common.events'),
  isOn: t('common.on'),
}

/** Returns the label of a field: "Starts at" for `startsAt`. A field without a label is called as in the record. */
export const fieldLabel = (field: string): string => fieldLabels[field] ?? field

/** The values of a status, a role, a signature or the reason of a conflict. Other texts belong to users. */
const words: Readonly<Record<string, string>> = {
  none: t('adminAudit.noValue'),
  submitted: t('adminAudit.valueSubmitted'),
  approved: t('adminAudit.valueApproved'),
  rejected: t('common.rejectedStatus'),
  withdrawn: t('adminAudit.valueWithdrawn'),
  active: t('adminAudit.valueActive'),
  inactive: t('adminAudit.valueInactive'),
  pending: t('adminAudit.valuePending'),
  deleted: t('adminAudit.valueDeleted'),
  participant: t('adminAudit.valueParticipant'),
  admin: t('adminAudit.valueAdmin'),
  'family-or-friend': t('adminAudit.reasonFamilyOrFriend'),
  work: t('adminAudit.reasonWork'),
  teaching: t('adminAudit.reasonTeaching'),
  other: t('adminAudit.reasonOther'),
  owner: t('adminAudit.valueOwner'),
  organiser: t('adminAudit.valueOrganiser'),
  reviewer: t('adminAudit.valueReviewer'),
  viewer: t('adminAudit.valueViewer'),
  own: t('adminAudit.valueSignedHere'),
  accepted: t('adminAudit.valueSignedByAccepted'),
  unknown: t('adminAudit.valueUnknownSignature'),
}

const wordFields = new Set(['status', 'role', 'signature'])

/** Returns the value of a field as it is shown. */
export function formatValue(
  field: string,
  value: NonNullable<AuditRecord[string]>,
  action: AuditAction,
): string {
  if (typeof value === 'boolean') return t(value ? 'adminAudit.yes' : 'adminAudit.no')
  if (typeof value === 'number') return formatNumber(value)
  // The reason of a conflict is one of a few; that of a rejection is a text.
  const isWord = wordFields.has(field) || (field === 'reason' && action === 'conflict-declared')
  if (isWord) return words[value] ?? value
  return isIsoTime(value) ? formatDateWithClockTime(Date.parse(value)) : value
}
