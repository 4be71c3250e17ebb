// Switches the language of this browser.

import { findAccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { anyStoredToken } from '../storage/session-storage.ts'
import { storeLanguageInAccount } from './account-language.ts'

/** The server reads it, too (infra/src/http/reader-language.ts). */
const cookieName = 'language'
const yearSeconds = 365 * 24 * 60 * 60

/**
 * Shows this page in another language, and every other page of this browser from then on. Loads the page again. The account of a signed-in
 * user gets the language, too, for emails and push messages; nobody waits for it.
 */
export function chooseLanguage(code: string): void {
  // Accounts have none of the languages of tests.
  const language = findAccountLanguage(code)
  if (anyStoredToken() !== undefined && language !== undefined) void storeLanguageInAccount(language)
  showLanguage(code)
}

/** Shows the pages of this browser in another language, and loads this one again. The account keeps its own. */
export function showLanguage(code: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The server sends the page in the language. A store that only scripts can read would be too late for it.
  document.cookie = `${cookieName}=${code}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  // Chromium stores a cookie asynchronously, so the reload could send the old one. Reading it waits until the new one is stored.
  void document.cookie
  location.reload()
}
