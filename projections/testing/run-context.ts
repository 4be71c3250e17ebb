import type { RunContext } from '@thirty/projections/run-context.ts'

/** Returns the context of a run, of which a query uses only these parts. */
export const contextWith = (parts: { [Part in keyof RunContext]?: unknown }): RunContext =>
  // Safe: a part that is missing here fails the spec.
  parts as RunContext
