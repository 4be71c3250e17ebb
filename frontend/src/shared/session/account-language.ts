import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { defaultLanguage, findAccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { request } from '../http/http.ts'
import { isFinalRefusal } from '../http/request-failed.ts'
import { deviceStorage } from '../storage/browser-storage.ts'
import { activeLanguage } from '../i18n/active-language.ts'

/** A language that the user has chosen, until the account has it. It belongs to the user that is signed in (user-storage.ts). */
const unsentKey = 'thirty-unsent-language'

/**
 * Stores a language in the account, for emails and push messages. Returns whether the account has it now. A choice that does not reach
 * the server is kept and sent by the next session check, in this page or the next one.
 */
export async function storeLanguageInAccount(language: AccountLanguage): Promise<boolean> {
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
export async function syncAccountLanguage({
  language,
}: Pick<OwnUser, 'language'>): Promise<AccountLanguage | undefined> {
  const unsent = findAccountLanguage(deviceStorage.get(unsentKey))
  const next = unsent ?? (language === null ? findAccountLanguage(activeLanguage.code) : undefined)
  if (next === undefined) return undefined
  if (next === (language ?? defaultLanguage)) {
    deviceStorage.remove(unsentKey)
    return undefined
  }
  return (await storeLanguageInAccount(next)) ? next : undefined
}
