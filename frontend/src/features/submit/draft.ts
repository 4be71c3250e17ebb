import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

/** The unsent values of the form. `day` is missing until the user has entered something. */
export type Draft = {
  projectName: string
  day?: number | undefined
  liveLink: string
  repoLink: string
  description: string
  languages: string
  frameworks: string
  screenshot?: Screenshot | undefined
}

/** An uploaded screenshot. `bytes` is missing for that of an earlier version. */
export type Screenshot = { name: string; bytes?: number; imageUrl: string; thumbnailUrl: string }

export const emptyDraft: Draft = {
  projectName: '',
  liveLink: '',
  repoLink: '',
  description: '',
  languages: '',
  frameworks: '',
}

/** The values that a revision of a project begins with. */
export const draftOf = (project: ProjectCard): Draft => ({
  projectName: project.projectName,
  day: project.day,
  liveLink: project.liveLink,
  repoLink: project.repoLink,
  description: project.description,
  languages: project.languages,
  frameworks: project.frameworks,
  screenshot: {
    name: 'Current screenshot',
    imageUrl: project.imageUrl,
    thumbnailUrl: project.thumbnailUrl,
  },
})

const key = 'thirty-submit-draft'

/** Returns the draft of this user on this device, which survives a reload and a new tab. */
export function loadDraft(): Draft {
  const text = deviceStorage.get(key)
  if (text === undefined) return emptyDraft
  try {
    // Safe because `saveDraft` wrote it; fields that an earlier release did not have get their defaults.
    const { user, ...draft } = JSON.parse(text) as Partial<Draft> & { user?: string }
    return user === ownUserId() ? { ...emptyDraft, ...draft } : emptyDraft
  } catch {
    return emptyDraft
  }
}

export function saveDraft(draft: Draft): void {
  deviceStorage.set(key, JSON.stringify({ ...draft, user: ownUserId() }))
}

/** Whether the draft outlives this page. It does not if the browser blocks storage. */
export const isDraftStored = (): boolean => deviceStorage.isStored(key)

export const clearDraft = (): void => deviceStorage.remove(key)

export const isEmptyDraft = (draft: Draft): boolean =>
  draft.screenshot === undefined &&
  [
    draft.projectName,
    draft.liveLink,
    draft.repoLink,
    draft.description,
    draft.languages,
    draft.frameworks,
  ].every((text) => text === '')
