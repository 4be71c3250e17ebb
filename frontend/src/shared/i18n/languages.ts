export type Language = {
  /** As in `lang`, in `Accept-Language` and in the names of the message files. */
  code: string
  /** In the language itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The locale whose rules for plurals, numbers and dates apply. */
  locale: string
  /** How months are written in sentences. "Dez." at the end of one would have two full stops. */
  month: 'short' | 'long'
  /** Nouns keep their capital letter inside of sentences. */
  capitalNouns?: true
  /** Every text of the product is there. Only complete languages are offered; the others are shown to readers with their cookie. */
  complete?: true
  /** Made from English by the build, to find texts that are not translated, that do not fit or that are written the wrong way. */
  pseudo?: true
}

/** The languages of the browser. The first is the source: the others have its messages. */
export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', dir: 'ltr', locale: 'en-US', month: 'short', complete: true },
  {
    code: 'de',
    name: 'Deutsch',
    dir: 'ltr',
    locale: 'de-DE',
    month: 'long',
    capitalNouns: true,
    complete: true,
  },
  { code: 'en-XA', name: 'Pseudo', dir: 'ltr', locale: 'en-US', month: 'short', pseudo: true },
  { code: 'ar-XB', name: 'Pseudo, right to left', dir: 'rtl', locale: 'en-US', month: 'short', pseudo: true },
]
