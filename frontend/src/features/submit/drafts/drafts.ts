// The drafts, which are the values of the submission form by day. The form and the requests share them in this tab; this device and the
// account keep them, too. What changes them while somebody types is in `draft-actions.ts`.

import type { DayDraft, DraftVersion, DraftContent } from '@thirty/contracts/projects/drafts-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { create } from 'zustand'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'

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

/** Returns the drafts, each with its day. */
export const listDrafts = (drafts: LocalDrafts) =>
  Object.entries(drafts).map(([day, local]) => ({ ...local, day: Number(day) }))

export const draftsWithText = (drafts: LocalDrafts) =>
  listDrafts(drafts).filter(({ draft }) => !isEmptyDraft(draft))

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

/** Why the account does not keep a draft. `isQuota`: whether that ends when other drafts are discarded. */
type Refusal = { message: string; isQuota: boolean }

/** The draft that the form shows. */
type OpenDraft = {
  day: number
  /** Where the text comes from: this device, the keys of this tab, another tab, or a version of another device. */
  origin: 'device' | 'typed' | 'other-tab' | DraftVersion
  /** Whether another tab of this browser has stored a text for the day that the account does not have. */
  isInOtherTab: boolean
}

type DraftsState = {
  /** The drafts of this tab, by day. Another tab may have stored another text on this device since. */
  local: LocalDrafts
  /** Undefined while there is no form. */
  open: OpenDraft | undefined
  refusals: Readonly<Record<number, Refusal>>
}

export const useDrafts = create<DraftsState>(() => ({ local: {}, open: undefined, refusals: {} }))

/**
 * The drafts of the account. Without them, the form works as before. The form begins with them, so drafts that were
 * loaded before are not shown. Only the devices of the user receive the messages.
 */
export const accountDrafts = liveData<readonly DayDraft[]>({
  load: async (_key, signal) =>
    ownUserId() === undefined ? [] : (await request('GET', '/api/drafts', { signal })).drafts,
  messages: {
    'draft.changed': {
      apply: (drafts, { day, version }, reload) => {
        // A version of this tab needs no load: the answer to its request has all versions.
        if (version === null || !useDrafts.getState().local[day]?.base.includes(version)) reload()
        return drafts
      },
    },
  },
  reloadDelayMs: 0,
  isAlwaysFresh: true,
})

let userController = new AbortController()

/** Returns a signal that aborts when the user logs out or another one signs in. */
export const userSignal = (): AbortSignal => userController.signal

/** Returns the versions of a day that the account keeps, newest first. */
export const versionsOf = (day: number): readonly DraftVersion[] =>
  accountDrafts
    .at()
    .getState()
    .data?.find((draft) => draft.day === day)?.versions ?? []

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
export function changeLocal(day: number, change: (current: LocalDraft) => LocalDraft): void {
  const current = useDrafts.getState().local[day]
  if (current) setLocal(day, change(current))
}

/** Keeps the draft of a day from being sent again; allows it without a refusal. */
export function setRefusal(day: number, refusal: Refusal | undefined): void {
  const { [day]: _, ...others } = useDrafts.getState().refusals
  useDrafts.setState({ refusals: refusal === undefined ? others : { ...others, [day]: refusal } })
}

/** Allows drafts to be sent again that the account had no room for. */
export function clearQuotaRefusals(): void {
  const kept = Object.entries(useDrafts.getState().refusals).filter(([, { isQuota }]) => !isQuota)
  useDrafts.setState({ refusals: Object.fromEntries(kept) })
}

/** Applies the answer of the server to a change of this tab. */
export const setAccountDraft = (changed: DayDraft): void =>
  accountDrafts.change((drafts) => [...drafts.filter(({ day }) => day !== changed.day), changed])

onUserChange(() => {
  userController.abort()
  userController = new AbortController()
  useDrafts.setState(useDrafts.getInitialState())
})
