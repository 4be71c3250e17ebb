import type { BriefTexts } from './briefs/brief-texts.ts'
import { briefs as de } from './briefs/de.ts'
import { briefs as en } from './briefs/en.ts'
import type { AccountLanguage } from './rules/account-languages.ts'

/** The texts of the briefs in every language. Index 0 is day 1. The browser has only the texts in the language of its page. */
export const briefsByLanguage: Readonly<Record<AccountLanguage, readonly BriefTexts[]>> = { en, de }
