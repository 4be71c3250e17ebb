import {
  languages as written,
  type Language as WrittenLanguage,
} from '@thirty/contracts/languages/languages.ts'

export type Language = WrittenLanguage & {
  /** Made from English by the build, to find texts that are not translated, that do not fit or that are written the wrong way. */
  pseudo?: true
}

/** The languages of the browser: those of the product, then those of tests. The first is the source: the others have its messages. */
export const languages: readonly [Language, ...Language[]] = [
  ...written,
  { code: 'en-XA', name: 'Pseudo', dir: 'ltr', locale: 'en-US', month: 'short', pseudo: true },
  { code: 'ar-XB', name: 'Pseudo, right to left', dir: 'rtl', locale: 'en-US', month: 'short', pseudo: true },
]
