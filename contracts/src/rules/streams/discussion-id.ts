const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text can be the id of a discussion or of a reply: a UUID in small letters. */
export const isDiscussionId = (id: string): boolean => pattern.test(id)

/** Stream of a discussion. */
export const discussionStream = (id: string): string => `discussion-${id}`

/** Discussion id of a stream; `undefined` for other streams. */
export const discussionIdFromStream = (stream: string): string | undefined =>
  stream.startsWith('discussion-') ? stream.slice('discussion-'.length) : undefined
