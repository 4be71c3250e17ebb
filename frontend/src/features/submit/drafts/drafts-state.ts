import type { DayDraft, DraftVersion } from '@thirty/contracts/api/projects/drafts.ts'
import { create } from 'zustand'
import { onUserChange } from '../../../shared/session/user-data.ts'
import {
  loadOtherDrafts,
  storeLocalDraft,
  type LocalDraft,
  type LocalDrafts,
  type OtherDraft,
} from './local-drafts.ts'

/** Why the account does not keep a draft. `isQuota`: whether that ends when other drafts are discarded. */
type Refusal = { message: string; isQuota: boolean }

type DraftsState = {
  /** What this tab knows of this device, by day. */
  local: LocalDrafts
  /** What other tabs of this browser have written and not sent. */
  others: readonly OtherDraft[]
  /** The drafts of the account; undefined until they are loaded. */
  account: readonly DayDraft[] | undefined
  refusals: Readonly<Record<number, Refusal>>
}

export const useDrafts = create<DraftsState>(() => ({
  local: {},
  others: [],
  account: undefined,
  refusals: {},
}))

let changes = 0
let userController = new AbortController()

/** Returns how often this tab has changed the drafts of the account. */
export const accountChanges = (): number => changes

/** Returns a signal that aborts when the user logs out or another one signs in. */
export const userSignal = (): AbortSignal => userController.signal

/** Returns the versions of a day that the account keeps, newest first. */
export const versionsOf = (account: DraftsState['account'], day: number): readonly DraftVersion[] =>
  account?.find((draft) => draft.day === day)?.versions ?? []

/** Reads again what other tabs have stored. */
export const refreshOthers = (): void => useDrafts.setState({ others: loadOtherDrafts() })

/** Keeps the draft of a day in this tab and on this device; removes it without one. */
export function setLocal(day: number, next: LocalDraft | undefined): void {
  const { [day]: _, ...others } = useDrafts.getState().local
  useDrafts.setState({ local: next ? { ...others, [day]: next } : others })
  storeLocalDraft(day, next)
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
export function setAccountDraft(changed: DayDraft): void {
  changes += 1
  useDrafts.setState(({ account }) => ({
    account: account && [...account.filter(({ day }) => day !== changed.day), changed],
  }))
}

onUserChange(() => {
  userController.abort()
  userController = new AbortController()
  useDrafts.setState(useDrafts.getInitialState())
})
