// How events change the documents of reviewers and conflicts. For projects see `evolve-project.ts`.

import { roleWithoutEvent, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { conflictEvents } from '@thirty/contracts/judging/events.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { ConflictsWith, Reviewer } from './documents.ts'
import type { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import type { accountEvents } from './events.ts'

type ReviewerEvent =
  | RecordedEventOf<typeof accountEvents>
  | Extract<RecordedEventOf<typeof lifeEvents>, { type: 'ProjectRated' }>

/** A deleted account leaves nothing but its ratings, as in a rebuild from a log without the events of the account. */
export function evolveReviewer(
  reviewer: Reviewer | undefined,
  event: ReviewerEvent,
  isImported = false,
): Reviewer | undefined {
  switch (event.type) {
    case 'UserRegistered':
      return newAdmin(reviewer, event.data.adminRole)
    case 'AdminRightsGranted':
      return newAdmin(reviewer)
    case 'AdminRoleChanged':
      return reviewer && { ...reviewer, role: event.data.to }
    case 'UserStatusChanged':
      return reviewer && { ...reviewer, isActive: event.data.status === 'active' }
    case 'AccountDeleted':
      return reviewer?.hasRated === true ? { ...reviewer, isActive: false, role: null } : undefined
    case 'ProjectRated':
      return reviewer?.hasRated === true && (reviewer.isImported === true || !isImported)
        ? reviewer
        : {
            isActive: true,
            role: null,
            ...reviewer,
            kind: 'reviewer',
            hasRated: true,
            ...(isImported && { isImported }),
          }
  }
}

const newAdmin = (known: Reviewer | undefined, role: AdminRole = roleWithoutEvent): Reviewer => ({
  ...known,
  kind: 'reviewer',
  hasRated: known?.hasRated ?? false,
  isActive: true,
  role,
})

export function evolveConflicts(
  document: ConflictsWith | undefined,
  event: RecordedEventOf<typeof conflictEvents>,
  admin: string,
): ConflictsWith | undefined {
  const others = (document?.conflicts ?? []).filter((conflict) => conflict.admin !== admin)
  if (event.type === 'ConflictDeclared') {
    const { reason = null } = event.data
    const by = event.metadata.actor ?? null
    return { kind: 'conflicts', conflicts: [...others, { admin, reason, at: event.at, by }] }
  }
  return others.length === 0 ? undefined : { kind: 'conflicts', conflicts: others }
}
