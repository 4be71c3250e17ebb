/** What admins can export: the accounts, and projects and ratings of the run that is shown. */
export const exportKinds = ['users', 'projects', 'ratings'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
