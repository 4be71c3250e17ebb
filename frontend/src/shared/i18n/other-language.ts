import { languages } from './languages.ts'
import { activeLanguage } from './locale.ts'

/** The languages that a page in this language offers. The test languages are not offered. */
export const otherLanguages = languages.filter(
  (language) => !language.pseudo && language.code !== activeLanguage.code,
)
