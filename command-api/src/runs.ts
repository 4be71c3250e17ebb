import type { CurrentRun } from '@thirty/contracts/rules/history.ts'
import { parseProjectId, type ProjectIdParts } from '@thirty/contracts/rules/streams/project-id.ts'
import { refuse } from '@thirty/contracts/refusals.ts'

/**
 * Returns the parts of a project id. Throws `project-not-found` for an invalid id, and `challenge-was-reset` for a
 * project of an earlier run.
 */
export function resolveProjectId(id: string, { run, history }: CurrentRun): ProjectIdParts {
  const parts = parseProjectId(id)
  if (parts === undefined || parts.run > run) return refuseUnknownProject()
  if (history.every((segment) => segment.run !== parts.run)) refuseAfterReset()
  return parts
}

/** Refuses a command about a run that was ended by a reset or a restore. */
export function refuseAfterReset(): never {
  refuse('challenge-was-reset', 'The challenge was reset; please try again')
}

function refuseUnknownProject(): never {
  refuse('project-not-found', 'Project Not Found')
}
