import { languages } from '@thirty/contracts/languages/languages.ts'
import { activeLanguage } from './active-language.ts'

const complete = languages.filter((language) => language.complete)

/** The languages to switch to: all complete ones except that of this page. Pages in a pseudo language offer only the first. */
export const otherLanguages = activeLanguage.pseudo
  ? complete.slice(0, 1)
  : complete.filter(({ code }) => code !== activeLanguage.code)
