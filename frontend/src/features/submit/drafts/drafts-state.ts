// The drafts of this tab, which this device keeps, too, and the drafts of the account, as the form and the requests share them. What changes
// them while somebody types is in `draft-actions.ts`.

import type { DayDraft, DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { create } from 'zustand'
import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import { isSameDraft, loadLocalDraft, storeLocalDraft, type LocalDraft, type LocalDrafts } from './draft.ts'

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

export const useDrafts = create<DraftsState>(() => ({
  local: {},
  open: undefined,
  refusals: {},
}))

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
