// Which language this page is in. The build replaces this module in the scripts of each language (frontend/build/i18n).

import { languages, type Language } from './languages.ts'

const code = globalThis.document?.documentElement.lang

/** The language of this page. It is fixed: another language is another page. */
export const activeLanguage: Language = languages.find((language) => language.code === code) ?? languages[0]
