/** Where a social sign-in leads when nothing else was asked for. */
export const homePath = '/dashboard'

/** Every page of a signed-in participant. Nothing is taken apart: an address is one of these, letter by letter, or none. */
const userPages = [
  /^\/(?:dashboard|SubmitProject|ProjectList|projects|leaderboard|profile|daily-challenge|resources|community)$/,
  /^\/project\/r\d{1,9}-d\d{1,2}-[0-9a-f-]{36}$/,
  /^\/projects\/r\d{1,9}-d\d{1,2}-[0-9a-f-]{36}\/ratings$/,
]
/** Filters and tabs: plain names with plain values. */
const plainQuery = /^(?:[a-zA-Z]{1,20}=[\w-]{0,40}(?:&|$)){1,8}$/

/**
 * The page of this site to which somebody is led after signing in. Everything but a participant's page leads home:
 * other sites in whatever spelling, pages of admins, and pages that act on what stands in their address.
 */
export function safeReturnPath(wanted: unknown): string {
  if (typeof wanted !== 'string') return homePath
  const [path = '', query, ...more] = wanted.split('?')
  const isFine = query === undefined || plainQuery.test(query)
  return more.length === 0 && isFine && userPages.some((page) => page.test(path)) ? wanted : homePath
}
