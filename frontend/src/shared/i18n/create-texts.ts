// Makes `t`, the function that gives messages in the language of this page.

import format from 'icu-minify/format'
import type { CompiledMessage, FormatOptions, FormatValues } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import type { PlainTag } from './message-types.ts'
import { dateFormat, locale, numberFormat, pluralRules } from './locale.ts'

const options: FormatOptions = {
  formatters: {
    getDateTimeFormat: (_, options) => dateFormat(options),
    getNumberFormat: (_, options) => numberFormat(options),
    getPluralRules: (_, options) => pluralRules(options),
  },
}

type Tag = (content: ReactNode) => ReactNode
type Values = Readonly<Record<string, string | number | Date | Tag>>

const elementTag =
  (name: PlainTag): Tag =>
  (content) =>
    createElement(name, null, content)

const elementTags = {
  b: elementTag('b'),
  bdi: elementTag('bdi'),
  code: elementTag('code'),
  small: elementTag('small'),
  strong: elementTag('strong'),
} satisfies Record<PlainTag, Tag>

/**
 * `t` can be called anywhere, also outside of React. Throws if a message contains an argument without a value, which its types prevent.
 * `messages` are compiled ones in the development server and in specs; the build leaves none here: it replaces the keys in the calls by
 * the compiled messages.
 */
export function createTexts(messages: object) {
  const compiled = messages as Readonly<Record<string, CompiledMessage>>
  const messageOf = (key: CompiledMessage): CompiledMessage =>
    typeof key === 'string' ? (compiled[key] ?? key) : key
  const text = (key: CompiledMessage, values?: object): string =>
    String(format(messageOf(key), locale, values as FormatValues, options))
  const rich = (key: CompiledMessage, values: Values = {}): ReactNode =>
    joined(
      format<ReactNode>(messageOf(key), locale, withJoinedContent({ ...elementTags, ...values }), options),
    )
  return Object.assign(text, { rich })
}

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
