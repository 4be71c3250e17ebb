/** What stands in the form before it is sent. `day` is missing until the reader chooses one. */
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

/** The draft of this tab, so that a reload or a detour to another screen costs nothing. */
export function loadDraft(): Draft {
  const text = sessionStorage.getItem(key)
  if (text === null) return emptyDraft
  try {
    // Written by `storeDraft`; fields that an earlier release did not know are filled up.
    return { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) }
  } catch {
    return emptyDraft
  }
}

export function saveDraft(draft: Draft): void {
  sessionStorage.setItem(key, JSON.stringify(draft))
}

export const clearDraft = (): void => sessionStorage.removeItem(key)

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
