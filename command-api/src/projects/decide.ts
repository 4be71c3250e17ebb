import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ProjectContent, ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { refuse, refuseField, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { isDayOpen } from '@thirty/contracts/challenge/challenge-day.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { contentBytes, projectExists, type Project } from './evolve.ts'

/** Limit of submissions and revisions of a project: every command about it reads all of its events. */
export const maxVersions = 200
/** Limit of the texts of all these submissions and revisions in bytes: as much as 25 of the greatest length. */
export const maxContentBytes = 262_144

/** Times in milliseconds since 1970. `earlierProjects`: projects for the same day in the runs that this run was restored from. */
export type SubmitProject = {
  content: ProjectContent
  hasOwnImage: boolean
  isByAdmin: boolean
  day: number
  earlierProjects: readonly Project[]
  startsAt: number | undefined
  now: number
  timeZone: string
  hasEnded: boolean
}

/** Submits a project: one per participant, run and day, until the challenge ends. A withdrawal frees the day. */
export function submit(project: Project, command: SubmitProject): ProjectEvent[] {
  const { content, hasOwnImage, isByAdmin, day, earlierProjects, startsAt, now, timeZone, hasEnded } = command
  if (isByAdmin) refuse('not-allowed', 'adminsTakeNoPart')
  if (hasEnded) refuse('challenge-ended', 'challengeEnded')
  if ([project, ...earlierProjects].some(projectExists))
    refuseField('day', say('dayTaken', { day }), 'day-already-taken')
  if (!isDayOpen(day, startsAt, now, timeZone))
    refuseField('day', say('dayNotStarted', { day }), 'day-not-started')
  requireOwnImage(hasOwnImage)
  refuseIfTooManyVersions(project, content)
  return [{ type: 'ProjectSubmitted', data: content }]
}

export type ReviseProject = {
  content: ProjectContent
  hasOwnImage: boolean
  by: string
  owner: string
  hasEnded: boolean
}

/** The owner changes a project before it is approved and the challenge ends; a rejected one is submitted again. */
export function revise(
  project: Project,
  { content, hasOwnImage, by, owner, hasEnded }: ReviseProject,
): ProjectEvent[] {
  if (!projectExists(project)) return refuse('project-not-found', 'projectNotFound')
  requireOwner(by, owner)
  if (hasEnded) refuse('challenge-ended', 'challengeEnded')
  if (project.status === 'approved') refuse('project-closed', 'projectClosed')
  // The current image is the owner's, even if the secret of the installation has changed since its upload.
  requireOwnImage(hasOwnImage || content.image === project.content.image)
  if (project.status === 'submitted' && isSame(project.content, content)) return []
  refuseIfTooManyVersions(project, content)
  return [{ type: 'ProjectRevised', data: content }]
}

/** The owner withdraws a project before it is approved and the challenge ends. */
export function withdraw(
  project: Project,
  { by, owner, hasEnded }: { by: string; owner: string; hasEnded: boolean },
): ProjectEvent[] {
  if (project.status === 'none') return refuse('project-not-found', 'projectNotFound')
  requireOwner(by, owner)
  if (project.status === 'withdrawn') return []
  if (hasEnded) refuse('challenge-ended', 'challengeEnded')
  if (project.status === 'approved') refuse('project-closed', 'projectClosed')
  return [{ type: 'ProjectWithdrawn', data: {} }]
}

/** An admin approves or rejects a submitted project, once. */
export function review(
  project: Project,
  { status, reason, savedText, nameOpen, by }: ReviewRequest & { by: string; nameOpen?: true },
): ProjectEvent[] {
  if (!projectExists(project)) return refuse('project-not-found', 'projectNotFound')
  if (project.status !== 'submitted') refuse('already-reviewed', 'alreadyReviewed')
  if (status === 'rejected') {
    // Without a reason nothing was written with a saved text.
    const written = reason && {
      reason,
      ...(savedText !== undefined && { savedText }),
      ...(nameOpen && { nameOpen }),
    }
    return [{ type: 'ProjectRejected', data: { by, ...written } }]
  }
  if (reason) {
    const message = 'Only rejections can have a reason'
    throw untranslated('invalid-fields', message, { reason: message })
  }
  return [{ type: 'ProjectApproved', data: { by } }]
}

function requireOwner(by: string, owner: string): void {
  if (by !== owner) refuse('not-your-project', 'notYourProject')
}

function refuseIfTooManyVersions({ versions, bytes }: Project, content: ProjectContent): void {
  if (versions >= maxVersions || bytes + contentBytes(content) > maxContentBytes)
    refuse('too-many', 'changedTooOften')
}

function requireOwnImage(hasOwnImage: boolean): void {
  if (!hasOwnImage) refuseField('imageUrl', 'uploadScreenshotFirst')
}

/** Returns whether all fields are equal. They are strings, so `===` is enough. */
function isSame(left: ProjectContent, right: ProjectContent): boolean {
  // Object.keys is typed as string[].
  const fields = Object.keys({ ...left, ...right }) as (keyof ProjectContent)[]
  return fields.every((field) => left[field] === right[field])
}
