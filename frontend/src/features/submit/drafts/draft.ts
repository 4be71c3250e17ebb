// The draft of a day: the values of the submission form, which the account keeps, too, and how this browser stores them.

import type { DraftContent } from '@thirty/contracts/projects/drafts-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { t } from '../../../shared/i18n/t.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'

/** The unsent values of the form, without their day. */
export type Draft = DraftContent

export const emptyDraft: Draft = allTextsOf({})

/** The values that a revision of a project begins with. */
export const draftFromProject = (project: ProjectCard): Draft => ({
  ...allTextsOf(project),
  screenshot: { name: t('submit.currentScreenshot'), imageUrl: project.imageUrl },
})

export const isEmptyDraft = (draft: Draft): boolean =>
  draft.screenshot === undefined && Object.values(allTextsOf(draft)).every((text) => text === '')

/** What the account keeps of a draft. This device may have stored more than that with an earlier release. */
export const toDraftContent = ({ screenshot, ...texts }: Draft): DraftContent => ({
  ...allTextsOf(texts),
  ...(screenshot && {
    screenshot: {
      name: screenshot.name.slice(0, 255),
      bytes: screenshot.bytes,
      imageUrl: screenshot.imageUrl,
    },
  }),
})

export const isSameDraft = (left: Draft, right: Draft): boolean =>
  JSON.stringify(toDraftContent(left)) === JSON.stringify(toDraftContent(right))

/**
 * The draft of a day in this browser. `writtenAt` is in milliseconds since 1970. `base`: the versions of the account that the
 * text was made from, and the versions sent without an answer. `isSent`: whether the account has the text. `passedOver`: the versions that
 * the user did not choose when they chose this text; the form does not follow the account to these.
 */
export type LocalDraft = {
  draft: Draft
  writtenAt: number
  base: readonly string[]
  isSent: boolean
  passedOver?: readonly string[]
}
export type LocalDrafts = Readonly<Record<number, LocalDraft>>

/** Returns the drafts that have text, each with its day. */
export const draftsWithText = (drafts: LocalDrafts) =>
  Object.entries(drafts)
    .map(([day, local]) => ({ ...local, day: Number(day) }))
    .filter(({ draft }) => !isEmptyDraft(draft))

const prefix = 'thirty-submit-draft-'
const keyOf = (day: number): string => prefix + day

/** Returns the day of a key of the storage; undefined for other keys. */
const dayOf = (key: string): number | undefined =>
  key.startsWith(prefix) ? Number(key.slice(prefix.length)) : undefined

/** Returns the drafts of this user on this device, by day. They survive a reload, and all tabs share them. */
export function loadLocalDrafts(): LocalDrafts {
  const days = deviceStorage.keys().flatMap((key) => dayOf(key) ?? [])
  const drafts = days.map((day) => [day, loadLocalDraft(day)] as const)
  // Safe: the drafts of other users are left out.
  return Object.fromEntries(drafts.filter(([, local]) => local !== undefined)) as LocalDrafts
}

/** Returns what this tab or another one has stored last for a day; undefined if it is of another user. */
export function loadLocalDraft(day: number): LocalDraft | undefined {
  const { user, ...local } = deviceStorage.read<LocalDraft & { user: string }>(keyOf(day))
  // Safe because this module wrote it.
  return local.draft && user === ownUserId() ? (local as LocalDraft) : undefined
}

/** Stores the draft of a day; removes it without one. */
export function storeLocalDraft(day: number, local: LocalDraft | undefined): void {
  if (local === undefined) deviceStorage.remove(keyOf(day))
  else deviceStorage.set(keyOf(day), JSON.stringify({ ...local, user: ownUserId() }))
}

/** Calls a function with the day whose draft another tab has changed. Returns an unsubscribe function. */
export function onOtherTab(changed: (day: number) => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    const day = key === null ? undefined : dayOf(key)
    if (day !== undefined) changed(day)
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Whether a draft outlives this page. It does not if the browser blocks storage, or once another tab has stored another text. */
export function isDraftStored(day: number, draft: Draft): boolean {
  const stored = loadLocalDraft(day)
  return stored !== undefined && isSameDraft(stored.draft, draft) && deviceStorage.isStored(keyOf(day))
}
