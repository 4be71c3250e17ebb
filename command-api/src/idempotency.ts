// The context of a command: its user, request and id, and the metadata that its events get from it. With an idempotency key, the id follows
// from that, so a command that is sent again is recognised.

import { hash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'

/**
 * Identifies a command. `digest` distinguishes bodies under the same key; it is missing for a command without a key,
 * whose id is random and never repeated.
 */
export type CommandId = { id: string; digest?: string }

/** The user, request and command that cause events. `actor` is missing for commands of the system itself. */
export type CommandContext = { actor?: string; correlation: string; command: CommandId }

/** What the context of a command depends on. */
type CommandRequest = {
  request: { headers: IncomingHttpHeaders }
  params: unknown
  body: unknown
  correlation: string
}

/**
 * Returns the command context of a request. With an `Idempotency-Key` header, the command id is derived from user, action
 * and key, so every process recognises a retry, also after a restart. `action` is the same for every spelling of a path.
 * The digest of the input is stored with the events: do not use this for requests that contain a secret.
 * Throws `malformed` for an invalid key.
 */
export function commandContext(
  { request, params, body, correlation }: CommandRequest,
  actor: string,
  action: string,
): CommandContext {
  const key = parseIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return newContext({ actor, correlation })
  const digest = hash('sha256', JSON.stringify([params, body])).slice(0, 32)
  return { actor, correlation, command: { id: deriveId(actor, action, key), digest } }
}

/** Returns the context of a command that is never recognised as a repeated one. Without an actor, the system executes it itself. */
export const newContext = ({
  actor,
  correlation = randomUUID(),
}: Partial<Pick<CommandContext, 'actor' | 'correlation'>> = {}): CommandContext => ({
  ...(actor !== undefined && { actor }),
  correlation,
  command: { id: randomUUID() },
})

/** Returns the key in the header, `undefined` without one. Throws `malformed` for an invalid key. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw new Refusal('malformed', 'The idempotency key must have 1 to 255 visible characters.')
  return header
}

/** Returns a UUID derived from the parts: the same parts give the same UUID. Its version is 8, which RFC 9562 reserves for custom schemes. */
export function deriveId(...parts: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(parts))
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b0011) | 0b1000).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

/** Returns the causation that is stored with the events of a command. */
const causationOf = ({ id, digest }: CommandId): string => (digest === undefined ? id : `${id}:${digest}`)

/** Returns the metadata of the events of a command. `run`: that of the challenge; missing for what belongs to none. */
export const metadataOf = ({ actor, correlation, command }: CommandContext, run: number | undefined) => ({
  ...(actor !== undefined && { actor }),
  ...(run !== undefined && { run }),
  correlation,
  causation: causationOf(command),
})

/**
 * Returns the id of an event of a command; a command that is about several streams has other events in each. It depends on the run, because
 * a retry in another run is another event: the log would take the same id for a repeat.
 */
export const eventIdOf = (
  { context, stream }: { context: CommandContext; stream: string },
  part: string,
  run: number | undefined,
): string => deriveId(context.command.id, stream, part, ...(run === undefined ? [] : [String(run)]))

/** Returns whether a command caused an event. Throws `key-reused` when a command with the same key and another body did. */
export function isCausedBy(command: CommandId, causation: string | undefined): boolean {
  if (causation === causationOf(command)) return true
  if (command.digest !== undefined && causation?.startsWith(`${command.id}:`)) refuseKeyReuse()
  return false
}

/** Returns whether a command caused one of some events. Throws `key-reused`. */
export const causedOneOf = (
  { command }: CommandContext,
  events: readonly { metadata: { causation?: string } }[],
): boolean => events.some(({ metadata }) => isCausedBy(command, metadata.causation))

/** Throws `key-reused`. */
export function refuseKeyReuse(): never {
  throw new Refusal('key-reused', 'This idempotency key was already used for another request.')
}

/** Returns the context of one step of a command that has several steps, each of which is done once. */
export const stepContext = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  command: { ...context.command, id: deriveId(context.command.id, step) },
})

/**
 * Returns the context of a command whose body contains a password or an email address. No digest of such a body is stored: it would
 * allow guesses at the password without the cost of argon2.
 */
export const withoutDigest = ({ command: { id }, ...context }: CommandContext): CommandContext => ({
  ...context,
  command: { id },
})
