/** What admins can export: the accounts, and projects, ratings and standings of the run that is shown. */
export const exportKinds = ['users', 'projects', 'ratings', 'standings'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Everything that admins download: what they export, the audit, and the history of a backup. */
export const downloadKinds = [...exportKinds, 'audit', 'backup'] as const
