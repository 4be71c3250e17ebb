import format from 'icu-minify/format'
import type { CompiledMessage, FormatOptions, FormatValues } from 'icu-minify/format'
import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'
import { dateFormat, locale, numberFormat, pluralRules } from './locale.ts'
import type { Messages, Texts } from './message-types.ts'

const options: FormatOptions = {
  formatters: {
    getDateTimeFormat: (_, options) => dateFormat(options),
    getNumberFormat: (_, options) => numberFormat(options),
    getPluralRules: (_, options) => pluralRules(options),
  },
}

type Tag = (content: ReactNode) => ReactNode
type Values = Readonly<Record<string, string | number | Date | Tag>>

/**
 * Returns the function that gives the messages of a `messages` folder in the language of this page. It can be called anywhere,
 * also outside of React. Throws if a message contains an argument without a value, which the types prevent.
 */
export function createTexts<const Source extends Messages>(messages: Source): Texts<Source> {
  // For the development server and specs, the messages are compiled ones of the language. The build leaves none here: it replaces
  // the keys in the calls by the compiled messages.
  const compiled: Readonly<Record<string, CompiledMessage>> = messages
  const messageOf = (key: CompiledMessage): CompiledMessage =>
    typeof key === 'string' ? (compiled[key] ?? key) : key
  const text = (key: CompiledMessage, values?: Values): string =>
    String(format(messageOf(key), locale, values as FormatValues, options))
  const rich = (key: CompiledMessage, values: Values = {}): ReactNode =>
    joined(format<ReactNode>(messageOf(key), locale, withJoinedContent(values), options))
  // Safe: `Texts` only narrows the keys and values.
  return Object.assign(text, { rich }) as unknown as Texts<Source>
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
