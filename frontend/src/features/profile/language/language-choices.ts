import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { defaultLanguage, findAccountLanguage, languages } from '@thirty/contracts/languages/languages.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { activeLanguage } from '../../../shared/i18n/active-language.ts'
import { t } from '../../../shared/i18n/t.ts'

/** Returns the language with which the choice begins: that of the account, else that of the page, else the first one. */
export const chosenLanguage = ({ language }: Pick<OwnUser, 'language'>): AccountLanguage =>
  findAccountLanguage(language ?? undefined) ?? findAccountLanguage(activeLanguage.code) ?? defaultLanguage

/**
 * Returns the languages to choose from, each with its own name: the offered ones, the chosen one, and that of
 * the page.
 */
export const languageChoices = (chosen: AccountLanguage): { code: AccountLanguage; name: string }[] =>
  languages.filter(({ code, complete }) => complete || code === chosen || code === activeLanguage.code)

/** Returns the name of the setting and of the chosen language; `undefined` if there is no choice. */
export function languageFact(user: Pick<OwnUser, 'language'>): { label: string; name: string } | undefined {
  const chosen = chosenLanguage(user)
  const choices = languageChoices(chosen)
  const choice = choices.find(({ code }) => code === chosen)
  return choices.length > 1 && choice ? { label: t('common.language'), name: choice.name } : undefined
}
