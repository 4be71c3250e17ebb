import { languages } from '@thirty/contracts/languages/languages.ts'
import { activeLanguage } from './active-language.ts'

const complete = languages.filter((language) => language.complete)

/** The languages that this page offers: the complete ones, without its own. The pages of tests lead back to the first one only. */
export const otherLanguages = activeLanguage.pseudo
  ? complete.slice(0, 1)
  : complete.filter(({ code }) => code !== activeLanguage.code)
