// The types of `t`: which arguments and tags each message needs.

import type { GetICUArgs } from '@schummar/icu-type-parser'
import type { ReactNode } from 'react'

/** Messages by the rest of their key, by group. */
type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>

type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

/** Tags that are the HTML elements of these names, unless a call says otherwise. */
export type PlainTag = 'b' | 'bdi' | 'br' | 'code' | 'small' | 'strong'

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
export type Texts<Source extends Groups> = {
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
  [Group in keyof Source & string]: `${Group}.${RichKeyIn<Source[Group]> & string}`
}[keyof Source & string]

type RichKeyIn<Messages> = {
  [Key in keyof Messages]: Messages[Key] extends `${string}</${string}` ? Key : never
}[keyof Messages]

type MessageOf<Source extends Groups, Key> = Key extends `${infer Group}.${infer Name}`
  ? Source[Group][Name] extends infer Message extends string
    ? Message
    : never
  : never
