// The drafts, which are the values of the submission form by day. The form and the requests share them in this tab; this device and the
// account keep them, too. What changes them while somebody types is in `draft-actions.ts`.

import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { DayDraft, DraftVersion, DraftContent } from '@thirty/contracts/projects/drafts-api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { create } from 'zustand'
import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'

/** The unsent values of the form, without their day. */
export type Draft = DraftContent

export const emptyDraft: Draft = allTextsOf({})

/** What the account keeps of a draft. This device may have stored more than that with an earlier release. */
export function toDraftContent(draft: Draft): DraftContent {
  const texts = allTextsOf(draft)
  if (draft.screenshot === undefined) return texts
  const { name, bytes, imageUrl } = draft.screenshot
  return { ...texts, screenshot: { name: name.slice(0, 255), bytes, imageUrl } }
}

export const isSameDraft = (left: Draft, right: Draft): boolean =>
  JSON.stringify(toDraftContent(left)) === JSON.stringify(toDraftContent(right))

export const isEmptyDraft = (draft: Draft): boolean => isSameDraft(draft, emptyDraft)

/**
 * The draft of a day in this browser. `writtenAt` is in milliseconds since 1970. `base`: the versions of the account that the
 * text was made from, and the versions sent without an answer. `isSent`: whether the account has the text. `passedOver`: the versions that
 * the user did not choose when they chose this text; the form does not follow the account to these. `refusal`: why the account does not
 * take the text, which this tab does not send again then; this device does not keep it.
 */
export type LocalDraft = {
  draft: Draft
  writtenAt: number
  base: readonly string[]
  isSent: boolean
  passedOver?: readonly string[]
  refusal?: { message: string; isQuota: boolean } | undefined
}
type LocalDrafts = Readonly<Record<number, LocalDraft>>

export const listDrafts = (drafts: LocalDrafts) =>
  Object.entries(drafts).map(([day, local]) => ({ ...local, day: Number(day) }))

export const draftsWithText = (drafts: LocalDrafts) =>
  listDrafts(drafts).filter(({ draft }) => !isEmptyDraft(draft))

export const keyOf = (day: number): string => `thirty-submit-draft-${day}`

/** Returns the drafts of this user on this device, by day. They survive a reload, and all tabs share them. */
export function loadLocalDrafts(): LocalDrafts {
  const drafts: Record<number, LocalDraft> = {}
  for (let day = 1; day <= totalDays; day++) {
    const local = loadLocalDraft(day)
    if (local) drafts[day] = local
  }
  return drafts
}

/** Returns what this tab or another one has stored last for a day; undefined if it is of another user. */
export function loadLocalDraft(day: number): LocalDraft | undefined {
  const { user, ...local } = deviceStorage.read<LocalDraft & { user: string }>(keyOf(day))
  // Safe because this module wrote it.
  return local.draft && user === ownUserId() ? (local as LocalDraft) : undefined
}

/** Stores the draft of a day; removes it without one. */
export function storeLocalDraft(day: number, local: LocalDraft | undefined): void {
  if (local === undefined) return deviceStorage.remove(keyOf(day))
  const { refusal: _, ...kept } = local
  deviceStorage.set(keyOf(day), JSON.stringify({ ...kept, user: ownUserId() }))
}

/** Whether a draft outlives this page. It does not if the browser blocks storage, or once another tab has stored another text. */
export function isDraftStored(day: number, draft: Draft): boolean {
  const stored = loadLocalDraft(day)
  return stored !== undefined && isSameDraft(stored.draft, draft) && deviceStorage.isStored(keyOf(day))
}

/** The draft that the form shows. */
type OpenDraft = {
  day: number
  /** Where the text comes from: this device, the keys of this tab, another tab, or a version of another device. */
  origin: 'device' | 'typed' | 'other-tab' | DraftVersion
  /** Whether another tab of this browser has stored a text for the day that the account does not have. */
  isInOtherTab: boolean
}

export const useDrafts = create<{
  /** The drafts of this tab, by day. Another tab may have stored another text on this device since. */
  local: LocalDrafts
  /** Undefined while there is no form. */
  open: OpenDraft | undefined
}>(() => ({ local: {}, open: undefined }))
onUserChange(() => useDrafts.setState(useDrafts.getInitialState()))

/**
 * The drafts of the account. Without them, the form works as before. The form begins with them, so drafts that were
 * loaded before are not shown. Only the devices of the user receive the messages.
 */
export const accountDrafts = liveData<readonly DayDraft[]>({
  load: async (_key, signal) =>
    ownUserId() === undefined ? [] : (await request('GET', '/api/drafts', { signal })).drafts,
  messages: {
    'draft.changed': (drafts, { day, version }, reload) => {
      // A version of this tab needs no load: the answer to its request has all versions.
      if (version === null || !useDrafts.getState().local[day]?.base.includes(version)) reload()
      return drafts
    },
  },
  reloadDelayMs: 0,
  isAlwaysFresh: true,
})

/** Returns the versions of a day that the account keeps, newest first. */
export const versionsOf = (
  day: number,
  drafts = accountDrafts.at().getState().data,
): readonly DraftVersion[] => drafts?.find((draft) => draft.day === day)?.versions ?? []

/**
 * Keeps the draft of a day in this tab and on this device; removes it without one. Another text that another tab has stored since
 * stays on the device.
 */
export function setLocal(day: number, next: LocalDraft | undefined): void {
  const { [day]: own, ...others } = useDrafts.getState().local
  const stored = loadLocalDraft(day)
  useDrafts.setState({ local: next ? { ...others, [day]: next } : others })
  if (stored === undefined || (own && isSameDraft(stored.draft, own.draft))) storeLocalDraft(day, next)
}

/** Changes the draft of a day unless it is gone, such as after a submission. */
export function changeLocal(day: number, change: (current: LocalDraft) => Partial<LocalDraft>): void {
  const current = useDrafts.getState().local[day]
  if (current) setLocal(day, { ...current, ...change(current) })
}
