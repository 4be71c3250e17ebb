import type { BriefTexts } from './brief-texts.ts'
import { briefs as de } from './de.ts'
import { briefs as en } from './en.ts'
import type { AccountLanguage } from '../accounts/account-languages.ts'

/** The texts of the briefs in every language. Index 0 is day 1. The browser has only the texts in the language of its page. */
export const briefsByLanguage: Readonly<Record<AccountLanguage, readonly BriefTexts[]>> = { en, de }
