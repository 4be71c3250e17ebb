// Compiles the messages that the server writes in the language of a reader, such as those of emails; they are in ICU MessageFormat.

import type { GetICUArgs } from '@schummar/icu-type-parser'
import compile from 'icu-minify/compile'
import format, { type FormatValues } from 'icu-minify/format'

type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number }
>
type ValuesOf<Values> = keyof Values extends never ? [] : [values: { [Name in keyof Values]: Values[Name] }]

/** The texts of a group in one language. `Source` are the messages of the source language, with the types of their texts. */
export type IcuTexts<Source extends Readonly<Record<string, string>>, Code extends string> = {
  language: Code
  /** The locale for numbers and dates, such as "de-DE". */
  locale: string
  /** Returns a text. A wrong key, a missing value and one of the wrong type do not compile. */
  text<Name extends keyof Source & string>(key: Name, ...values: ValuesOf<Arguments<Source[Name]>>): string
  /** Formats a time in milliseconds since 1970. */
  time(at: number, options: Intl.DateTimeFormatOptions): string
}

/** The messages have the keys and arguments of `Source`. */
export function icuTexts<Source extends Readonly<Record<string, string>>, Code extends string>(
  { code, locale }: { code: Code; locale: string },
  messages: Readonly<Record<string, string>>,
): IcuTexts<Source, Code> {
  const compiled = new Map(Object.entries(messages).map(([key, text]) => [key, compile(text)]))
  return {
    language: code,
    locale,
    text: (key, ...[values]) =>
      // Safe: the types of the arguments allow only texts and numbers.
      String(format(compiled.get(key) ?? key, locale, values as FormatValues | undefined, { formatters })),
    time: (at, options) => new Intl.DateTimeFormat(locale, options).format(at),
  }
}

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...options),
}
