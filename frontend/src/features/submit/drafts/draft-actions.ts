// What changes drafts: typing, another day, another version, other tabs and devices, and a submission. And how they are sent to the account.

import type { DayDraft, DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { newIdempotencyKey, request } from '../../../shared/http/http.ts'
import { errorMessage, isFinalRefusal, RequestFailed } from '../../../shared/http/request-failed.ts'
import { t } from '../../../shared/i18n/t.ts'
import { subscribe } from '../../../shared/live/live-socket.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import {
  accountDrafts,
  changeLocal,
  emptyDraft,
  isEmptyDraft,
  isSameDraft,
  keyOf,
  listDrafts,
  loadLocalDraft,
  loadLocalDrafts,
  setLocal,
  storeLocalDraft,
  toDraftContent,
  useDrafts,
  versionsOf,
  type Draft,
} from './drafts.ts'

/**
 * Reads the drafts of this device, sends what the account lacks, and forgets what was submitted elsewhere; for the form, with its first
 * day, follows other tabs. Returns an unsubscribe function.
 */
export function followDrafts(day?: number): () => void {
  useDrafts.setState({ open: undefined, local: loadLocalDrafts() })
  if (day !== undefined) openDay(day)
  if (ownUserId() === undefined) return closeDay
  const unsubscribe = subscribe('draft.changed', ({ day: changed, version }) => {
    if (version === null) forgetSentDraft(changed)
    sendRefusedDrafts()
  })
  const onOtherTab = ({ key }: StorageEvent) => {
    const { open } = useDrafts.getState()
    if (open && key === keyOf(open.day)) followOthers()
  }
  window.addEventListener('storage', onOtherTab)
  void sendDrafts()
  return () => {
    closeDay()
    unsubscribe()
    window.removeEventListener('storage', onOtherTab)
  }
}

const openDay = (day: number): void =>
  useDrafts.setState({ open: { day, origin: 'device', isInOtherTab: false } })

/** The text of another tab stays with that tab, which sends it. */
function closeDay(): void {
  const { open, local } = useDrafts.getState()
  const { [open?.day ?? 0]: _, ...others } = local
  useDrafts.setState({ open: undefined, local: open?.origin === 'other-tab' ? others : local })
}

/** Shows what other tabs and devices have written for the day of the form, unless its text was typed here or is stored nowhere else. */
export function followOthers(): void {
  followOtherTab()
  const { open, local } = useDrafts.getState()
  if (open === undefined || open.origin === 'typed') return
  const own = local[open.day]
  const [newest] = versionsOf(open.day)
  if (!newest || own?.isSent === false) return
  // The form has the version already, or the user has chosen another one instead.
  const isKnown = [...(own?.base ?? []), ...(own?.passedOver ?? [])].includes(newest.version)
  if (!isKnown) continueVersion(open.day, newest)
}

function followOtherTab(): void {
  const { open, local } = useDrafts.getState()
  if (open === undefined) return
  const { day, origin } = open
  const own = local[day]
  const stored = loadLocalDraft(day)
  const isOwn = origin !== 'other-tab' && own !== undefined && stored && isSameDraft(own.draft, stored.draft)
  const other = stored && !isOwn && !isEmptyDraft(stored.draft) ? stored : undefined
  const isInOtherTab = other?.isSent === false
  if (other && (origin === 'other-tab' || (origin !== 'typed' && own?.isSent !== false)))
    useDrafts.setState({
      local: { ...local, [day]: other },
      open: { day, origin: 'other-tab', isInOtherTab },
    })
  else useDrafts.setState({ open: { ...open, isInOtherTab } })
}

/**
 * Keeps what was typed for a day, on this device at once and in the account after a pause. On the device a text takes the place of that
 * of another tab, and the user is told so; an emptied form does not.
 */
export function writeDraft(day: number, draft: Draft): void {
  const { local, open } = useDrafts.getState()
  const before = local[day]
  if (isSameDraft(before?.draft ?? emptyDraft, draft)) return
  const next = { draft, writtenAt: Date.now(), base: before?.base ?? [], isSent: false }
  setLocal(day, next)
  if (!isEmptyDraft(draft)) storeLocalDraft(day, next)
  if (open?.day === day) useDrafts.setState({ open: { ...open, origin: 'typed' } })
  failures = 0
  sendIn(debounceMs)
}

/** Shows the draft of another day, or takes the text there if it has none. */
export function changeDay(next: number): void {
  const { open, local } = useDrafts.getState()
  if (open === undefined || open.day === next) return
  const draft = local[open.day]?.draft ?? emptyDraft
  // Another tab may have stored a text since this one was opened.
  const stored = local[next] ?? loadLocalDraft(next)
  const [newest] = versionsOf(next)
  closeDay()
  openDay(next)
  if (stored && !isEmptyDraft(stored.draft)) {
    if (!local[next]) setLocal(next, stored)
  } else if (newest) continueVersion(next, newest)
  else {
    writeDraft(next, draft)
    writeDraft(open.day, emptyDraft)
  }
  followOthers()
}

/** Forgets the draft of a day, unless it has text that was never sent. The form keeps the text that it shows. */
export function forgetSentDraft(day: number): void {
  const { open, local } = useDrafts.getState()
  const own = local[day]
  if (!own?.isSent) return
  setLocal(day, undefined)
  if (open?.day === day)
    useDrafts.setState({
      local: { ...local, [day]: { ...own, base: [] } },
      open: { ...open, origin: 'typed' },
    })
}

/** Continues with a version of the account on this device. The form shows it if the day is open. */
function continueVersion(day: number, version: DraftVersion, others: readonly DraftVersion[] = []): void {
  const writtenAt = Date.parse(version.writtenAt)
  const passedOver = others.map((other) => other.version)
  setLocal(day, { draft: version.content, writtenAt, base: [version.version], isSent: true, passedOver })
  useDrafts.setState(({ open }) => ({ open: open?.day === day ? { ...open, origin: version } : open }))
}

/**
 * Shows another version of the day that is open, also after a reload, until another device writes a new one. The text of the form stays
 * in the account, from where it can be shown again. Resolves to false if it could not be sent, and therefore stays in the form; to
 * undefined if another day or user took the place of this one meanwhile.
 */
export async function showVersion(day: number, chosen: DraftVersion): Promise<boolean | undefined> {
  const { signal } = ofUser
  // Also what was typed a moment ago, and the text of another tab that the form shows: it may be closed.
  await startSending(true)
  const { local, open } = useDrafts.getState()
  if (signal.aborted || open?.day !== day) return undefined
  const current = local[day]
  if (current?.isSent === false && !isEmptyDraft(current.draft)) return false
  const others = versionsOf(day).filter(({ version }) => version !== chosen.version)
  continueVersion(day, chosen, others)
  return true
}

/** Discards versions of the account. Throws `RequestFailed`; `AbortError` if another user signs in. */
export async function discardVersions(day: number, versions: string[]): Promise<void> {
  const { signal } = ofUser
  const options = { params: { day }, body: { versions }, signal }
  const { draft } = await request('DELETE', '/api/drafts/:day', options)
  signal.throwIfAborted()
  setAccountDraft(draft)
  sendRefusedDrafts()
}

/** Applies the answer of the server to a change of this tab. */
const setAccountDraft = (changed: DayDraft): void =>
  accountDrafts.change((drafts) => [...drafts.filter(({ day }) => day !== changed.day), changed])

/** Sends drafts again that the account had no room for. It may have room now. */
function sendRefusedDrafts(): void {
  const refused = listDrafts(useDrafts.getState().local).filter(({ refusal }) => refusal?.isQuota)
  for (const { day } of refused) changeLocal(day, () => ({ refusal: undefined }))
  if (refused.length > 0) void sendDrafts()
}

/** How long typing must pause before the draft is sent, in milliseconds. */
const debounceMs = 1_500
/** Delay after a failed attempt, in milliseconds; it doubles with each further one. */
const [firstRetryMs, lastRetryMs] = [5_000, 60_000]
/** How many versions a request may replace. */
const maxBase = 20

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let sending: Promise<void> | undefined
/** Aborts when the user logs out or another one signs in. */
let ofUser = new AbortController()

onUserChange(() => {
  ofUser.abort()
  ofUser = new AbortController()
  clearTimeout(timer)
  sending = undefined
  failures = 0
})
if (typeof window !== 'undefined') window.addEventListener('online', () => void sendDrafts())

/** Sends all drafts that the account does not have and that have not changed for a moment; the others follow. */
const sendDrafts = (): Promise<void> => sending ?? startSending(false)

const sendIn = (delayMs: number): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void sendDrafts(), delayMs)
}

/**
 * Sends after what is already being sent, so that a device never sends two versions at once. Resolves when nothing more can be sent now,
 * or when another user signs in.
 */
function startSending(isNow: boolean): Promise<void> {
  const { signal } = ofUser
  const started = (sending ?? Promise.resolve())
    .then(() => sendAll(isNow, signal))
    .finally(() => {
      if (sending === started) sending = undefined
    })
  sending = started
  return started
}

async function sendAll(isNow: boolean, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ownUserId() === undefined) return
  const nextDraft = () => unsentDrafts(isNow).find((unsent) => isNow || remainingMs(unsent) === 0)
  for (let next = nextDraft(); next !== undefined; next = nextDraft()) {
    try {
      await (isEmptyDraft(next.draft) ? sendRemoval(next) : sendVersion(next, signal))
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (!isFinalRefusal(error)) {
        failures += 1
        return sendIn(Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs))
      }
      const isQuota = error instanceof RequestFailed && error.code === 'quota-reached'
      const refusal = { message: errorMessage(error, t('submit.notKept')), isQuota }
      const { draft } = next
      // Another text may have been typed in the meantime.
      changeLocal(next.day, (current) => (isSameDraft(current.draft, draft) ? { refusal } : {}))
    }
  }
  const pauses = unsentDrafts(false).map(remainingMs)
  if (pauses.length > 0) sendIn(Math.min(...pauses))
}

type Unsent = ReturnType<typeof listDrafts>[number]

/** A text of another tab is sent by that tab, unless it must be sent now. */
function unsentDrafts(isNow: boolean): Unsent[] {
  const { local, open } = useDrafts.getState()
  const dayOfOtherTab = !isNow && open?.origin === 'other-tab' ? open.day : undefined
  return listDrafts(local).filter(
    ({ day, isSent, refusal }) => !isSent && day !== dayOfOtherTab && refusal === undefined,
  )
}

/** Returns how long typing must still pause, in milliseconds; 0 for a time in the future, because the clock was changed. */
function remainingMs({ writtenAt }: Unsent): number {
  const agoMs = Date.now() - writtenAt
  return agoMs < 0 ? 0 : Math.max(debounceMs - agoMs, 0)
}

async function sendVersion({ day, draft, writtenAt, base }: Unsent, signal: AbortSignal): Promise<void> {
  // The first one is the version that the account has, so none may be dropped for a further attempt.
  const version = base[maxBase - 1] ?? newIdempotencyKey()
  // Before the request: without an answer, the account may still have this version.
  if (!base.includes(version)) changeLocal(day, () => ({ base: [...base, version] }))
  const writtenAgoMs = Math.max(Date.now() - writtenAt, 0)
  const body = { version, replaces: [...base], writtenAgoMs, content: toDraftContent(draft) }
  const response = await request('PUT', '/api/drafts/:day', { params: { day }, body, signal })
  signal.throwIfAborted()
  // Another tab may have sent the same text.
  const same = response.draft.versions.filter(({ content }) => isSameDraft(content, draft))
  changeLocal(day, (current) => ({
    base: [...new Set([version, ...same.map((other) => other.version)])],
    // More may have been typed in the meantime.
    isSent: current.isSent || isSameDraft(current.draft, draft),
  }))
  setAccountDraft(response.draft)
}

async function sendRemoval({ day, base }: Unsent): Promise<void> {
  if (base.length > 0) await discardVersions(day, [...base])
  const current = useDrafts.getState().local[day]
  if (current && isEmptyDraft(current.draft)) setLocal(day, undefined)
}
