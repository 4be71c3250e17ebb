/** The server reads it, too (infra/src/http/frontend-pages.ts). */
const cookieName = 'language'
const yearSeconds = 365 * 24 * 60 * 60

/** Shows this page in another language, and every other page of this browser from then on. Loads the page again. */
export function chooseLanguage(code: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The server sends the page in the language. A store that only scripts can read would be too late for it.
  document.cookie = `${cookieName}=${code}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  location.reload()
}
