// Which fields of a profile its owner may show to others, and the maximum number of bookmarks.

/** The fields of a profile that its owner may show to all signed-in users. They are hidden until then. */
export const profileFields = ['bio', 'location', 'website'] as const
export type ProfileField = (typeof profileFields)[number]

/** Returns the fields in the order of `profileFields`, each once, so that two equal choices are equal lists. */
export const orderedProfileFields = (fields: readonly ProfileField[]): ProfileField[] =>
  profileFields.filter((field) => fields.includes(field))

/** Maximum number of bookmarks of one account. */
export const maxBookmarks = 500
