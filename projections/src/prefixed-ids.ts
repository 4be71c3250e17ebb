// The ids of documents of one kind, in a read model that has documents of other kinds as well.

/** `of` returns the id of the document about a subject, `has` whether an id is of this kind, `subject` what the document is about. */
export const prefixedIds = (prefix: string) => ({
  of: (subject: string): string => `${prefix}${subject}`,
  has: (id: string): boolean => id.startsWith(prefix),
  subject: (id: string): string => id.slice(prefix.length),
})
