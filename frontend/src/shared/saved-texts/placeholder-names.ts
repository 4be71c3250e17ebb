/** The placeholders as admins type them, for messages that name them. */
export const placeholderNames = { name: '{name}', project: '{project}', day: '{day}' } as const
