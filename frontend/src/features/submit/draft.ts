import { tabStorage } from '../../shared/storage/browser-storage.ts'

/** The unsent values of the form. `day` is missing until the user chooses one. */
export type Draft = {
  projectName: string
  liveLink: string
  repoLink: string
  description: string
  languages: string
  frameworks: string
  day?: number | undefined
  screenshot?: { name: string; bytes: number; imageUrl: string; thumbnailUrl: string } | undefined
}

export const emptyDraft: Draft = {
  projectName: '',
  liveLink: '',
  repoLink: '',
  description: '',
  languages: '',
  frameworks: '',
}

const key = 'thirty-submit-draft'

/** Returns the draft of this tab, which survives a reload or a visit to another screen. */
export function loadDraft(): Draft {
  const text = tabStorage.get(key)
  if (text === undefined) return emptyDraft
  try {
    // Safe because `saveDraft` wrote it; fields that an earlier release did not have get their defaults.
    return { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) }
  } catch {
    return emptyDraft
  }
}

export function saveDraft(draft: Draft): void {
  tabStorage.set(key, JSON.stringify(draft))
}

export const clearDraft = (): void => tabStorage.remove(key)

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
