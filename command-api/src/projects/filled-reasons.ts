import { refuse, Refusal } from '@thirty/contracts/refusals.ts'
import { fillPlaceholders, hasPlaceholder, maxReviewText } from '@thirty/contracts/rules/saved-texts.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { Commands } from '../handle.ts'
import { nameOf } from '../later-changes.ts'
import type { With } from '../parts.ts'
import { projectExists } from './evolve.ts'
import { loadProject } from './project-commands.ts'

/**
 * Returns the reason for each project, with the name and the day of the project in place of the placeholders. The name of the
 * participant stays open, as it is stored. Projects that cannot be reviewed have none. Throws `invalid-fields` before anything is
 * decided if one reason becomes too long with all names.
 */
export async function filledReasons(
  { commands }: With<'commands'>,
  projectIds: readonly string[],
  reason: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>()
  if (reason === undefined || !hasPlaceholder(reason)) return reasons
  for (const id of projectIds) {
    const { user, day } = parseProjectId(id) ?? {}
    const project = await findProjectName(commands, id)
    if (user === undefined || day === undefined || project === undefined) continue
    const values = { name: await nameOf(commands, user), project, day: String(day) }
    if (fillPlaceholders(reason, values).length > maxReviewText.rejection) refuseTooLong()
    reasons.set(id, fillPlaceholders(reason, { ...values, name: '{name}' }))
  }
  return reasons
}

/** Returns the name of a project of the current run; undefined if it does not exist. */
async function findProjectName(commands: Commands, id: string): Promise<string | undefined> {
  try {
    const { state } = await loadProject({ commands }, id)
    return projectExists(state) ? state.content.projectName : undefined
  } catch (error) {
    // The review of this project says why.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function refuseTooLong(): never {
  const message = 'With the names filled in, the reason is longer than 1,000 characters'
  refuse('invalid-fields', message, { reason: message })
}
