// `t`, the function that gives messages in the language of this page; names, figures and lists as that language writes them; and, at the
// end, the types of `t`: which arguments and tags each message needs. Times are in `ui/display/time.tsx`.

import type { texts } from '@thirty/contracts/texts/texts.ts'
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import type { GetICUArgs } from '@schummar/icu-type-parser'
import { en } from '../../messages/en.ts'
import hidden from '../styles/visually-hidden.module.css'
import { dateFormat, locale, numberFormat, pluralRules } from './locale.ts'

const options: FormatOptions = {
  formatters: {
    getDateTimeFormat: (_, options) => dateFormat(options),
    getNumberFormat: (_, options) => numberFormat(options),
    getPluralRules: (_, options) => pluralRules(options),
  },
}

/** The compiled messages in the development server and in specs; the build leaves none: it puts them into the calls of `t`. */
const messages = en as object as Readonly<Record<string, CompiledMessage>>
const messageOf = (key: CompiledMessage): CompiledMessage =>
  typeof key === 'string' ? (messages[key] ?? key) : key

type Tag = (content: ReactNode) => ReactNode
type Values = Readonly<Record<string, string | number | Date | Tag>>

const elementTag =
  (name: string, attributes?: object): Tag =>
  (content) =>
    createElement(name, attributes, content)

const plainTags = {
  b: elementTag('b'),
  bdi: elementTag('bdi'),
  br: () => createElement('br'),
  code: elementTag('code'),
  hidden: elementTag('span', { className: hidden.visuallyHidden }),
  small: elementTag('small'),
  // Mostly a name, which has the direction of its own script.
  strong: elementTag('strong', { dir: 'auto' }),
} satisfies Record<PlainTag, Tag>

const text = (key: CompiledMessage, values?: object): string =>
  String(format(messageOf(key), locale, values as FormatValues, options))

const rich = (key: CompiledMessage, values: Values = {}): ReactNode =>
  joined(format<ReactNode>(messageOf(key), locale, withJoinedContent({ ...plainTags, ...values }), options))

/** Returns the parts of a message as one node. They are children, not a list, so they need no keys. */
const joined = (parts: ReactNode | readonly ReactNode[]): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : (parts as ReactNode)

const withJoinedContent = (values: Values): FormatValues<ReactNode> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (content: ReactNode[]) => value(joined(content)) : value,
    ]),
  )

/**
 * Returns a message in the language of this page: `t('accounts.logIn')`, and `t.rich` for one with tags. It can be called anywhere, also
 * outside of React. The key is written out in the call, because the build puts the message there. Throws if an argument has no value, which
 * the types prevent. The group `serverTexts` has the texts of the server.
 */
// Safe: `Texts` only narrows the keys and values.
export const t = Object.assign(text, { rich }) as unknown as Texts<typeof en & { serverTexts: typeof texts }>

/**
 * Marks above and below one letter that would leave its line: no language writes more than three marks that all scripts share, nor more
 * than six of its own.
 */
const tooMany = /(?<=\p{M}{6})\p{M}+/gu
const tooManyShared = /(?<=(?:(?=\p{sc=Zinh})\p{M}){3})(?:(?=\p{sc=Zinh})\p{M})+/gu

/** Returns the name of a person or a project, or a line with one, as a page shows it: stacked marks keep their line. */
export const formatName = (name: string): string => name.replaceAll(tooMany, '').replaceAll(tooManyShared, '')

/** Formats a number with the separators of the language: "1,234.5". */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value)

/** Formats total points with separator and one decimal: "1,654.0". */
export const formatPoints = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a rating from 0 to 5 with one decimal: "4.2". */
export const formatScore = (value: number): string => formatPoints(Number(value.toFixed(1)))

/** Joins entries for a sentence: "Rafael and Maya". */
export const formatList = (entries: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(entries)

/** Messages by the rest of their key, by group. */
type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>

type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

/** Tags that are the HTML elements of these names, unless a call says otherwise; `hidden` is read out, but not shown. */
type PlainTag = 'b' | 'bdi' | 'br' | 'code' | 'hidden' | 'small' | 'strong'

/** The tags of a message: for `<link>Sign up</link>`, `{link: (text) => …}`. */
type Tags<Message extends string> =
  Message extends `${infer Before}<${infer Name}>${infer Content}</${string}>${infer After}`
    ? { [Key in Exclude<Name, PlainTag>]: (content: ReactNode) => ReactNode } & {
        [Key in Extract<Name, PlainTag>]?: (content: ReactNode) => ReactNode
      } & Tags<`${Before}${Content}${After}`>
    : unknown

/** The values are left out if the message has no arguments. */
type ValuesOf<Values> = keyof Values extends never
  ? []
  : object extends Values
    ? [values?: { [Key in keyof Values]: Values[Key] }]
    : [values: { [Key in keyof Values]: Values[Key] }]

/** Returns messages in the language of this page. A wrong key, a missing value and one of the wrong type do not compile. */
type Texts<Source extends Groups> = {
  /** Returns a message without tags. */
  <Key extends Exclude<KeyIn<Source>, RichKey<Source>>>(
    key: Key,
    ...values: ValuesOf<Arguments<MessageOf<Source, Key>>>
  ): string
  /** Returns a message with tags. */
  rich: <Key extends RichKey<Source>>(
    key: Key,
    ...values: ValuesOf<Arguments<MessageOf<Source, Key>> & Tags<MessageOf<Source, Key>>>
  ) => ReactNode
}

/** "accounts.logIn": the name of the group, and the key inside of it. */
type KeyIn<Source extends Groups> = {
  [Group in keyof Source & string]: `${Group}.${keyof Source[Group] & string}`
}[keyof Source & string]

type RichKey<Source extends Groups> = {
  [Key in KeyIn<Source>]: MessageOf<Source, Key> extends `${string}</${string}` ? Key : never
}[KeyIn<Source>]

type MessageOf<Source extends Groups, Key> = Key extends `${infer Group}.${infer Name}`
  ? Source[Group][Name] extends infer Message extends string
    ? Message
    : never
  : never
