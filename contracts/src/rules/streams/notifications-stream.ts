const prefix = 'notifications-'

/** Stream that says how far a user has read. */
export const notificationsStream = (user: string): string => `${prefix}${user}`

/** Id of the user whose stream it is; `undefined` for other streams. */
export const userIdFromNotificationsStream = (stream: string): string | undefined =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : undefined
