import type { MessageStamp, ServerMessages } from '@thirty/contracts/live.ts'
import type { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'

/** What may be sent to a room: the messages of contracts, and the one that disconnects the sockets of the room. */
type Messages = ServerMessages & { [Name in typeof disconnectMessage]: MessageStamp }

/** A message as its sender makes it: position and time are added when it leaves. */
type Content<Name extends keyof Messages> = Omit<Messages[Name], keyof MessageStamp>

type ItemUpdate<Name extends keyof Messages> =
  Content<Name> extends { items: readonly (infer Item)[] } ? { item: Item; key?: string } : never

type BuiltUpdate<Name extends keyof Messages> = {
  build: () => Content<Name> | undefined | Promise<Content<Name> | undefined>
}

/**
 * An update of one name for one room. Items of one message are collected into `items: […]`, where an item replaces an
 * earlier one of the same key. `build` makes the payload when the message leaves, from the read model as it is then;
 * `undefined` sends nothing.
 */
export type LiveUpdateOf<Name extends keyof Messages> = { room: string; message: Name } & (
  ItemUpdate<Name> | BuiltUpdate<Name>
)

/** An update for a room. Name and payload belong together: a typo in either does not compile. */
export type LiveUpdate = { [Name in keyof Messages]: LiveUpdateOf<Name> }[keyof Messages]

/** Any update, as the runner batches and sends it; what it carries was checked where it was made. */
export type AnyLiveUpdate = { room: string; message: string } & (
  { item: unknown; key?: string } | { build: () => object | undefined | Promise<object | undefined> }
)
