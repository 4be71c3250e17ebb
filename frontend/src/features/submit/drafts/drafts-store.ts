import type { DayDraft, DraftVersion } from '@thirty/contracts/api/projects/drafts.ts'
import { create } from 'zustand'
import { newIdempotencyKey, request } from '../../../shared/http/http.ts'
import { errorMessage, isFinalRefusal } from '../../../shared/http/request-failed.ts'
import { subscribe } from '../../../shared/live/live-socket.ts'
import { onResync } from '../../../shared/live/resync.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/session/user-data.ts'
import { contentOf, draftFrom, isEmptyDraft, isSameDraft, type Draft } from './draft.ts'
import { loadLocalDrafts, storeLocalDraft, type LocalDraft, type LocalDrafts } from './local-drafts.ts'

type DraftsState = {
  /** What this tab knows of this device, by day. */
  local: LocalDrafts
  /** The drafts of the account; undefined until they are loaded. */
  account: readonly DayDraft[] | undefined
  /** Why the account does not keep the draft of a day. */
  refusals: Readonly<Record<number, string>>
}

/** How long typing must pause before the draft is sent, in milliseconds. */
const debounceMs = 1_500
/** Delay after a failed attempt, in milliseconds; it doubles with each further one. */
const [firstRetryMs, lastRetryMs] = [5_000, 60_000]
/** How many versions a request may replace. */
const maxBase = 20

export const useDrafts = create<DraftsState>(() => ({ local: {}, account: undefined, refusals: {} }))

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let sending: Promise<void> | undefined
/** How often this tab has changed the drafts of the account. */
let changes = 0

/** Returns the versions of a day that the account keeps, newest first. */
export const versionsOf = (account: DraftsState['account'], day: number): readonly DraftVersion[] =>
  account?.find((draft) => draft.day === day)?.versions ?? []

/** Reads the drafts of this device, and follows those of the account. Returns an unsubscribe function. */
export function followDrafts(): () => void {
  useDrafts.setState({ local: loadLocalDrafts(), account: undefined })
  if (ownUserId() === undefined) return () => undefined
  const load = () => void loadAccountDrafts()
  const stops = [
    subscribe('draft.changed', ({ day, version }) => {
      if (version === null) forgetSentDraft(day)
      // A version of this tab needs no load: the answer to its request has all versions.
      if (version === null || !useDrafts.getState().local[day]?.base.includes(version)) load()
    }),
    onResync(load),
  ]
  load()
  void sendDrafts()
  return () => stops.forEach((stop) => stop())
}

async function loadAccountDrafts(): Promise<void> {
  const changesBefore = changes
  // Without them, the form works as before, and the next resync loads them.
  const response = await request('GET', '/api/drafts').catch(() => undefined)
  if (response === undefined) return
  // The response may lack what this tab has changed in the meantime.
  if (changes !== changesBefore) return loadAccountDrafts()
  useDrafts.setState({ account: response.drafts })
}

/** Keeps what was typed for a day, on this device at once and in the account after a pause. */
export function writeDraft(day: number, draft: Draft): void {
  const before = useDrafts.getState().local[day]
  if (before ? isSameDraft(before.draft, draft) : isEmptyDraft(draft)) return
  setLocal(day, { draft, writtenAt: Date.now(), base: before?.base ?? [], isSent: false })
  setRefusal(day, undefined)
  failures = 0
  sendIn(debounceMs)
}

/** Forgets the draft of a day on this device, because it was submitted. */
export const forgetLocalDraft = (day: number): void => setLocal(day, undefined)

/** Forgets the draft of a day on this device, unless it has text that was never sent. */
export function forgetSentDraft(day: number): void {
  if (useDrafts.getState().local[day]?.isSent) forgetLocalDraft(day)
}

/** Continues with a version of the account on this device. Returns its values for the form. */
export function continueVersion(day: number, { version, writtenAt, content }: DraftVersion): Draft {
  const draft = draftFrom(content)
  setLocal(day, { draft, writtenAt: Date.parse(writtenAt), base: [version], isSent: true })
  return draft
}

/** Discards a version of the account. Throws `RequestFailed`. */
export async function discardVersion(day: number, version: string): Promise<void> {
  const body = { versions: [version] }
  const { draft } = await request('DELETE', '/api/drafts/:day', { params: { day }, body })
  setAccountDraft(draft)
}

/** Sends all drafts that the account does not have. Resolves when nothing more can be sent now. */
export function sendDrafts(): Promise<void> {
  clearTimeout(timer)
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

const sendIn = (delayMs: number): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void sendDrafts(), delayMs)
}

async function sendAll(): Promise<void> {
  const user = ownUserId()
  if (user === undefined) return
  for (let next = unsentDay(); next !== undefined; next = unsentDay()) {
    // Another user may have signed in meanwhile.
    if (ownUserId() !== user) return
    try {
      await (isEmptyDraft(next.local.draft) ? sendRemoval(next) : sendVersion(next))
      failures = 0
    } catch (error) {
      if (isFinalRefusal(error)) {
        setRefusal(next.day, errorMessage(error, 'Your account cannot keep it.'))
      } else {
        failures += 1
        sendIn(Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs))
        return
      }
    }
  }
}

type Unsent = { day: number; local: LocalDraft }

function unsentDay(): Unsent | undefined {
  const { local: drafts, refusals } = useDrafts.getState()
  for (const [name, local] of Object.entries(drafts))
    if (!local.isSent && refusals[Number(name)] === undefined) return { day: Number(name), local }
  return undefined
}

async function sendVersion({ day, local: { draft, writtenAt, base } }: Unsent): Promise<void> {
  const version = newIdempotencyKey()
  // Before the request: without an answer, the account may have this version all the same.
  changeLocal(day, (current) => ({ ...current, base: [...base, version].slice(-maxBase) }))
  const writtenAgoMs = Math.max(Date.now() - writtenAt, 0)
  const body = { version, replaces: [...base].slice(-maxBase), writtenAgoMs, content: contentOf(draft) }
  const response = await request('PUT', '/api/drafts/:day', { params: { day }, body })
  changeLocal(day, (current) => ({
    ...current,
    base: [version],
    // More may have been typed in the meantime.
    isSent: current.isSent || isSameDraft(current.draft, draft),
  }))
  setAccountDraft(response.draft)
}

async function sendRemoval({ day, local: { base } }: Unsent): Promise<void> {
  if (base.length > 0) {
    const body = { versions: [...base].slice(-maxBase) }
    const { draft } = await request('DELETE', '/api/drafts/:day', { params: { day }, body })
    setAccountDraft(draft)
  }
  const current = useDrafts.getState().local[day]
  if (current && isEmptyDraft(current.draft)) setLocal(day, undefined)
}

function setLocal(day: number, next: LocalDraft | undefined): void {
  const { [day]: _, ...others } = useDrafts.getState().local
  useDrafts.setState({ local: next ? { ...others, [day]: next } : others })
  storeLocalDraft(day, next)
}

/** Changes the draft of a day unless it is gone, such as after a submission. */
function changeLocal(day: number, change: (current: LocalDraft) => LocalDraft): void {
  const current = useDrafts.getState().local[day]
  if (current) setLocal(day, change(current))
}

function setRefusal(day: number, message: string | undefined): void {
  const { [day]: _, ...others } = useDrafts.getState().refusals
  useDrafts.setState({ refusals: message === undefined ? others : { ...others, [day]: message } })
}

function setAccountDraft(changed: DayDraft): void {
  changes += 1
  useDrafts.setState(({ account }) => ({
    account: account && [...account.filter(({ day }) => day !== changed.day), changed],
  }))
}

onUserChange(() => {
  clearTimeout(timer)
  useDrafts.setState(useDrafts.getInitialState())
})
if (typeof window !== 'undefined') window.addEventListener('online', () => void sendDrafts())
