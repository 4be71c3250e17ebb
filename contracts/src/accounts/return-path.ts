// The paths to which a social sign-in may return.

/** The path that opens after a social sign-in by default. */
export const homePath = '/dashboard'

/**
 * Every page of a signed-in participant. Paths are matched without decoding or normalizing, so that encoded and relative
 * paths never match.
 */
const userPages = [
  /^\/(?:dashboard|SubmitProject|ProjectList|projects|leaderboard|profile|daily-challenge|resources|community)$/,
  /^\/project\/r\d{1,9}-d\d{1,2}-[0-9a-f-]{36}$/,
  /^\/projects\/r\d{1,9}-d\d{1,2}-[0-9a-f-]{36}\/ratings$/,
]
/** Parameters for filters and tabs: ASCII names with ASCII values. */
const plainQuery = /^(?:[a-zA-Z]{1,20}=[\w-]{0,40}(?:&|$)){1,8}$/

/**
 * Returns the requested path if it is a page for participants, otherwise `homePath`. Rejects other sites in any spelling,
 * pages for admins, and pages that act on the contents of their URL.
 */
export function safeReturnPath(requested: unknown): string {
  if (typeof requested !== 'string') return homePath
  const [path = '', query, ...more] = requested.split('?')
  const isPlainQuery = query === undefined || plainQuery.test(query)
  const isAllowed = more.length === 0 && isPlainQuery && userPages.some((page) => page.test(path))
  return isAllowed ? requested : homePath
}
