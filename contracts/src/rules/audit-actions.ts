/** What an entry of the audit can be about. */
export const auditSubjectKinds = [
  'challenge',
  'backup',
  'project',
  'user',
  'invitation',
  'discussion',
  'text',
  'data',
  'webhook',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

/** Every action in the audit: how lists of actions call it, and what it is about. */
export const auditActions = {
  'challenge-started': { label: 'Challenge started', about: 'challenge' },
  'challenge-scheduled': { label: 'Start scheduled', about: 'challenge' },
  'schedule-cancelled': { label: 'Scheduled start canceled', about: 'challenge' },
  'challenge-end-set': { label: 'End set', about: 'challenge' },
  'challenge-end-undone': { label: 'End undone', about: 'challenge' },
  'leaderboard-frozen': { label: 'Leaderboard frozen', about: 'challenge' },
  'freeze-cancelled': { label: 'Freeze canceled', about: 'challenge' },
  'leaderboard-revealed': { label: 'Final standings revealed', about: 'challenge' },
  'scoring-changed': { label: 'Scoring changed', about: 'challenge' },
  'options-changed': { label: 'Options changed', about: 'challenge' },
  'challenge-reset': { label: 'Challenge reset', about: 'challenge' },
  'import-started': { label: 'Import started', about: 'challenge' },
  'backup-created': { label: 'Backup created', about: 'backup' },
  'backup-restored': { label: 'Backup restored', about: 'backup' },
  'backup-imported': { label: 'Backup imported', about: 'backup' },
  'backup-deleted': { label: 'Backup deleted', about: 'backup' },
  'project-approved': { label: 'Project approved', about: 'project' },
  'project-rejected': { label: 'Project rejected', about: 'project' },
  'project-rated': { label: 'Official rating', about: 'project' },
  'calibration-added': { label: 'Calibration project chosen', about: 'project' },
  'calibration-removed': { label: 'Calibration project removed', about: 'project' },
  'comment-removed': { label: 'Comment removed', about: 'project' },
  'discussion-removed': { label: 'Discussion removed', about: 'discussion' },
  'reply-removed': { label: 'Reply removed', about: 'discussion' },
  'saved-text-added': { label: 'Text saved', about: 'text' },
  'saved-text-changed': { label: 'Saved text changed', about: 'text' },
  'saved-text-deleted': { label: 'Saved text deleted', about: 'text' },
  'admin-registered': { label: 'Admin registered', about: 'user' },
  'admin-rights-granted': { label: 'Made an admin', about: 'user' },
  'conflict-declared': { label: 'Conflict of interest declared', about: 'user' },
  'conflict-withdrawn': { label: 'Conflict of interest removed', about: 'user' },
  'admin-role-changed': { label: 'Role changed', about: 'user' },
  'invitation-created': { label: 'Admin invited', about: 'invitation' },
  'invitation-used': { label: 'Invitation used', about: 'invitation' },
  'invitation-revoked': { label: 'Invitation revoked', about: 'invitation' },
  'user-status-changed': { label: 'User status changed', about: 'user' },
  'account-deleted': { label: 'Account deleted', about: 'user' },
  'sessions-ended': { label: 'All sessions ended', about: 'user' },
  'sign-in-linked': { label: 'Sign-in linked', about: 'user' },
  'password-set': { label: 'Password changed', about: 'user' },
  'password-removed': { label: 'Password removed', about: 'user' },
  'password-reset-requested': { label: 'Password reset requested', about: 'user' },
  'password-reset-used': { label: 'Password reset used', about: 'user' },
  'authenticator-app-added': { label: 'Authenticator app added', about: 'user' },
  'authenticator-app-removed': { label: 'Authenticator app removed', about: 'user' },
  'passkey-added': { label: 'Passkey added', about: 'user' },
  'passkey-renamed': { label: 'Passkey renamed', about: 'user' },
  'passkey-removed': { label: 'Passkey removed', about: 'user' },
  'recovery-codes-created': { label: 'Recovery codes created', about: 'user' },
  'recovery-code-used': { label: 'Recovery code used', about: 'user' },
  'two-factor-reset': { label: 'Two-factor sign-in reset', about: 'user' },
  'participant-import-started': { label: 'Import of participants started', about: 'data' },
  'participants-imported': { label: 'Participants imported', about: 'data' },
  'data-exported': { label: 'Data exported', about: 'data' },
  'webhook-created': { label: 'Webhook created', about: 'webhook' },
  'webhook-changed': { label: 'Webhook changed', about: 'webhook' },
  'webhook-secret-rotated': { label: 'Webhook secret replaced', about: 'webhook' },
  'webhook-turned-off': { label: 'Webhook turned off', about: 'webhook' },
  'webhook-deleted': { label: 'Webhook deleted', about: 'webhook' },
} as const satisfies Record<string, { label: string; about: AuditSubjectKind }>
export type AuditAction = keyof typeof auditActions

/** The ids of all actions, in the order of the filter. */
// Safe: these are the keys of the constant above.
export const auditActionIds = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** An export contains at most this many entries, the newest ones. */
export const maxExportedEntries = 100_000
