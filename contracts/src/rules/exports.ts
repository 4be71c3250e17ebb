/** What admins can export: the accounts, and projects, ratings and standings of the run that is shown. */
export const exportKinds = ['users', 'projects', 'ratings', 'standings'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
