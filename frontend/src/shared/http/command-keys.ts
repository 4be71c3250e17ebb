// The idempotency keys of commands: a command without an answer is repeated with the same key.

import { onUserChange } from '../storage/user-change.ts'

type Command = { method: string; url: string; body: string | undefined }

/** Returns a new key for one command. Does not use `randomUUID`, which browsers offer only over https and on localhost. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The keys of commands without an answer, by address and content. The server may have executed each of them. */
const unanswered = new Map<string, Map<string, string>>()

const contentOf = ({ method, body = '' }: Command) => `${method} ${body}`

/** Returns the key of a command: that of the same one before if it got no answer, so that the server does not execute it twice. */
export const keyOf = (command: Command): string =>
  unanswered.get(command.url)?.get(contentOf(command)) ?? newIdempotencyKey()

/** Remembers the key of a command that got no answer. */
export function rememberKey(command: Command, key: string): void {
  const keys = unanswered.get(command.url) ?? new Map<string, string>()
  unanswered.set(command.url, keys.set(contentOf(command), key))
}

/** To be called when a command was answered. The same content is a new command then, also after the opposite of it at the same address. */
export const forgetKeys = ({ url }: Command): void => void unanswered.delete(url)

onUserChange(() => unanswered.clear())
