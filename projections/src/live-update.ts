// Live updates, as projections return them for a change: a message for a room, whose payload is built when it is sent.

import type { MessageStamp, ServerMessages } from '@thirty/contracts/live/live.ts'
import type { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'

/** The messages that can be sent to a room: the messages of contracts, and a message that disconnects the sockets of the room. */
type Messages = ServerMessages & { [Name in typeof disconnectMessage]: MessageStamp }

/** The payload without position and time, which are added when the message is sent. */
type Content<Name extends keyof Messages> = Omit<Messages[Name], keyof MessageStamp>

type ItemUpdate<Name extends keyof Messages> =
  Content<Name> extends { items: readonly (infer Item)[] } ? { item: Item; key?: string } : never

type BuiltUpdate<Payload> = {
  item?: unknown
  key?: string
  maxItems?: number
  build: (items: readonly never[], skipped: number) => Payload | undefined | Promise<Payload | undefined>
  unheard?: () => void | Promise<void>
}

/**
 * An update for one room. Items of one message are collected into `items: […]`, where an item replaces an earlier one
 * with the same key. `build` returns the payload when the message is sent, from the read model as it is then, or
 * `undefined` to send nothing. `unheard` is called instead if the room has no listeners, by a sender of differences that must know what
 * was not sent.
 */
type LiveUpdateOf<Name extends keyof Messages> = { room: string; message: Name } & (
  | ItemUpdate<Name>
  | BuiltUpdate<Content<Name>>
  // A message without content.
  | ([keyof Content<Name>] extends [never] ? { build?: never } : never)
)

/** An update for a room, whose payload type depends on the name of the message. */
export type LiveUpdate = { [Name in keyof Messages]: LiveUpdateOf<Name> }[keyof Messages]

/** Any update, as the runner batches and sends it. Its payload was type-checked where it was created. */
export type AnyLiveUpdate = { room: string; message: string } & Partial<BuiltUpdate<object>>

/**
 * Returns an update whose collected items become the payload when the message is sent: names from other documents are looked up once for
 * all items then. The newest item is the last. `null` takes back the item that still waits under the key. Beyond `maxItems` the older items
 * are only counted, as `skipped`.
 */
export const collected = <Name extends keyof ServerMessages, Item>(update: {
  room: string
  message: Name
  key: string
  item: Item | null
  maxItems?: number
  build: (items: readonly Item[], skipped: number) => Promise<Content<Name> | undefined>
}): { room: string; message: Name } & BuiltUpdate<Content<Name>> => update
