// Parses environment variables; `ConfigError` says what is wrong with the configuration.

import { z } from 'zod'

/** Environment variables by name, each with its form and its default. */
type VariableForms = Readonly<Record<string, z.ZodType>>
export type Variables<Forms extends VariableForms> = z.infer<z.ZodObject<Forms>>

/**
 * Parses environment variables. An empty variable counts as not set, because Compose files pass unset ones as empty,
 * unless its name is in `nonEmptyVariables`. Throws `ConfigError` with all errors that it finds.
 */
export function parseVariables<Forms extends VariableForms>(
  forms: Forms,
  environment: Readonly<Record<string, string | undefined>>,
  nonEmptyVariables: readonly string[],
): Variables<Forms> {
  const entries = Object.entries(environment).filter(
    ([name, value]) => value !== '' || nonEmptyVariables.includes(name),
  )
  const parsed = z.object(forms).safeParse(Object.fromEntries(entries))
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
  )
}

/** An invalid configuration: one sentence for each error, naming its variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
