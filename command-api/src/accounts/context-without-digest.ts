import { commandContext, type CommandContext } from '../idempotency.ts'

type Request = Parameters<typeof commandContext>[0] & { caller: { id: string } }

/**
 * Returns the command context of a request whose body contains a password. Not even a digest of such a body may be
 * stored: the password could be guessed from it without argon2.
 */
export function contextWithoutDigest(request: Request, action: string): CommandContext & { actor: string } {
  const { correlation, command } = commandContext(request, request.caller.id, action)
  return { actor: request.caller.id, correlation, command: { id: command.id } }
}
