// `t`, the function that gives messages in the language of this page.

import type { texts } from '@thirty/contracts/texts/texts.ts'
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { en } from '../../messages/en.ts'
import { dateFormat, locale, numberFormat, pluralRules } from './locale.ts'
import type { PlainTag, Texts } from './message-types.ts'

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
  (name: string): Tag =>
  (content) =>
    createElement(name, null, content)

const plainTags = {
  b: elementTag('b'),
  bdi: elementTag('bdi'),
  br: () => createElement('br'),
  code: elementTag('code'),
  small: elementTag('small'),
  strong: elementTag('strong'),
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
