import type { GetICUArgs } from '@schummar/icu-type-parser'
import type { ReactNode } from 'react'

/** Messages by key. */
export type Messages = Readonly<Record<string, string>>

/** The messages of another language: the same keys. A spec compares the arguments. */
export type Translation<Source extends Messages> = { readonly [Key in keyof Source]: string }

type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

/** The tags of a message: for `<link>Sign up</link>`, `{link: (text) => …}`. */
type Tags<Message extends string> =
  Message extends `${infer Before}<${infer Name}>${infer Content}</${string}>${infer After}`
    ? { [Key in Name]: (content: ReactNode) => ReactNode } & Tags<`${Before}${Content}${After}`>
    : unknown

/** The values are left out if the message has no arguments. */
type ValuesOf<Values> = keyof Values extends never ? [] : [values: { [Key in keyof Values]: Values[Key] }]

/** Returns messages in the language of this page. A wrong key, a missing value and one of the wrong type do not compile. */
export type Texts<Source extends Messages> = {
  /** Returns a message without tags. */
  <Key extends TextKey<Source>>(key: Key, ...values: ValuesOf<Arguments<Source[Key]>>): string
  /** Returns a message with tags. */
  rich: <Key extends RichKey<Source>>(
    key: Key,
    ...values: ValuesOf<Arguments<Source[Key]> & Tags<Source[Key]>>
  ) => ReactNode
}

type RichKey<Source extends Messages> = {
  [Key in keyof Source]: Source[Key] extends `${string}</${string}` ? Key : never
}[keyof Source]

/** The keys of the messages without tags. */
type TextKey<Source extends Messages> = Exclude<keyof Source, RichKey<Source>>
