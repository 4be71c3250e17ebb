import { languages } from './languages.ts'

// The build replaces this module in the scripts of each language (frontend/build/i18n).

/** The code of the language of this page. It is fixed: another language is another page. */
export const activeCode: string = globalThis.document?.documentElement.lang || languages[0].code
