import { hash, randomUUID } from 'node:crypto'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { RequestContext } from '@thirty/infra/http/endpoint/json-handler.ts'

/**
 * Names a command. `digest` tells one body from another under the same key; it is missing for a command without a
 * key, whose id is random and so never seen again.
 */
export type CommandId = { id: string; digest?: string }

/** Who asks, in which request and with which command. Without an `actor` it is the system itself. */
export type CommandContext = { actor?: string; correlation: string; command: CommandId }

/**
 * The context behind a request. With an `Idempotency-Key` header the command's id follows from user, action and key, so
 * that a second try is recognised, by every process and after every restart. `action` is the same for every spelling of
 * a path. The digest of the input is stored with the events: not for requests that carry a secret.
 * Throws `malformed` for a key that is none.
 */
export function commandContext(
  {
    request,
    params,
    body,
    correlation,
  }: Pick<RequestContext<unknown, unknown, unknown>, 'request' | 'params' | 'body' | 'correlation'>,
  actor: string,
  action: string,
): CommandContext {
  const key = parseIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return { actor, correlation, command: { id: randomUUID() } }
  const digest = hash('sha256', JSON.stringify([params, body])).slice(0, 32)
  return { actor, correlation, command: { id: deriveId(actor, action, key), digest } }
}

/** A key as the header gives it; `undefined` without one. Throws `malformed`. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    refuse('malformed', 'The idempotency key must be 1 to 255 visible characters.')
  }
  return header
}

/** A UUID that always follows from the same parts. Version 8: made by a rule of our own. */
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

/** What the events of a command carry as their causation. */
export const causationOf = ({ id, digest }: CommandId): string =>
  digest === undefined ? id : `${id}:${digest}`

/** Whether an event was caused by this command. Throws `key-reused` when it was, but with another body. */
export function isCausedBy(command: CommandId, causation: string | undefined): boolean {
  if (causation === causationOf(command)) return true
  if (command.digest !== undefined && causation?.startsWith(`${command.id}:`)) refuseKeyReuse()
  return false
}

/** Ends the decision: a key belongs to one request. */
export function refuseKeyReuse(): never {
  refuse('key-reused', 'This idempotency key was already used for another request.')
}

/** Returns the context of one step of a command that has several steps, each of which is done once. */
export const stepContext = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  command: { ...context.command, id: deriveId(context.command.id, step) },
})
