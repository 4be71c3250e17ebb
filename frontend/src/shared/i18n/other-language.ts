import { languages } from './languages.ts'
import { activeLanguage } from './locale.ts'

/** The languages that this page offers: the complete ones, without its own. */
export const otherLanguages = languages.filter(
  ({ complete, code }) => complete && code !== activeLanguage.code,
)
