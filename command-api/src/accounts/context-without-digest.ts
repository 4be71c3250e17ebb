import { commandContext, type CommandContext } from '../idempotency.ts'

type Request = Parameters<typeof commandContext>[0] & { caller: { id: string } }

/**
 * Returns the command context of a request whose body contains a password. No digest of such a body is stored: it would
 * allow guesses at the password without the cost of argon2.
 */
export function contextWithoutDigest(request: Request, action: string): CommandContext & { actor: string } {
  const { correlation, command } = commandContext(request, request.caller.id, action)
  return { actor: request.caller.id, correlation, command: { id: command.id } }
}
