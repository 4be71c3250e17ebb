// The language of this browser and of the account: switching it, and giving the account the language that the browser has.

import {
  findAccountLanguage,
  defaultLanguage,
  type AccountLanguage,
} from '@thirty/contracts/languages/languages.ts'
import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { request } from '../http/http.ts'
import { isFinalRefusal } from '../http/request-failed.ts'
import { anyStoredToken, deviceStorage } from '../storage/browser-storage.ts'
import { activeLanguage } from '../i18n/active-language.ts'

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
  const yearSeconds = 365 * 24 * 60 * 60
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The server sends the page in the language (infra/src/http/reader-language.ts). A store that only scripts can read would be too late for it.
  document.cookie = `language=${code}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  // Chromium stores a cookie asynchronously, so the reload could send the old one. Reading it waits until the new one is stored.
  void document.cookie
  location.reload()
}

/** A language that the user has chosen, until the account has it. It belongs to the user that is signed in (`session.ts`). */
const unsentKey = 'thirty-unsent-language'

/**
 * Stores a language in the account, for emails and push messages. Returns whether the account has it now. A choice that does not reach
 * the server is kept and sent by the next session check, in this page or the next one.
 */
async function storeLanguageInAccount(language: AccountLanguage): Promise<boolean> {
  deviceStorage.set(unsentKey, language)
  try {
    await request('PUT', '/api/auth/profile', { body: { language }, keepalive: true })
    deviceStorage.remove(unsentKey)
    return true
  } catch (error) {
    if (isFinalRefusal(error)) deviceStorage.remove(unsentKey)
    return false
  }
}

/**
 * Gives the account the language of this browser if it needs it: a choice that was not sent, or the language of this page for an
 * account without one. The default language needs no storing. Returns the new language of the account; `undefined` if it keeps its own.
 */
export async function syncAccountLanguage({ language }: OwnUser): Promise<AccountLanguage | undefined> {
  const unsent = findAccountLanguage(deviceStorage.get(unsentKey))
  const next = unsent ?? (language === null ? findAccountLanguage(activeLanguage.code) : undefined)
  if (next === undefined) return undefined
  if (next === (language ?? defaultLanguage)) {
    deviceStorage.remove(unsentKey)
    return undefined
  }
  return (await storeLanguageInAccount(next)) ? next : undefined
}
