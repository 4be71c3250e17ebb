// Sends drafts from this device to the account.

import type { DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { newIdempotencyKey, request } from '../../../shared/http/http.ts'
import { errorMessage, isFinalRefusal, RequestFailed } from '../../../shared/http/request-failed.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import { t } from '../../../shared/i18n/t.ts'
import {
  toDraftContent,
  isEmptyDraft,
  listDrafts,
  isSameDraft,
  type Draft,
  type LocalDraft,
  changeLocal,
  clearQuotaRefusals,
  setAccountDraft,
  setLocal,
  setRefusal,
  useDrafts,
  userSignal,
} from './drafts.ts'

/** How long typing must pause before the draft is sent, in milliseconds. */
const debounceMs = 1_500
/** Delay after a failed attempt, in milliseconds; it doubles with each further one. */
const [firstRetryMs, lastRetryMs] = [5_000, 60_000]
/** How many versions a request may replace. */
const maxBase = 20

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let sending: Promise<void> | undefined

/**
 * Sends all drafts that the account does not have and that have not changed for a moment; the others follow. Resolves when
 * nothing more can be sent now, or when another user signs in.
 */
export function sendDrafts(): Promise<void> {
  clearTimeout(timer)
  return sending ?? startSending(false)
}

/** Like `sendDrafts`, but also sends what was typed a moment ago, and the text of another tab that the form shows: it may be closed. */
export function sendDraftsNow(): Promise<void> {
  clearTimeout(timer)
  return startSending(true)
}

/** Sends the drafts once typing pauses. */
export function sendAfterPause(): void {
  failures = 0
  sendIn(debounceMs)
}

const sendIn = (delayMs: number): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void sendDrafts(), delayMs)
}

/** Sends after what is already being sent, so that a device never sends two versions at once. */
function startSending(isNow: boolean): Promise<void> {
  const signal = userSignal()
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
      await (isEmptyDraft(next.draft) ? sendRemoval(next, signal) : sendVersion(next, signal))
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (isFinalRefusal(error)) {
        const isQuota = error instanceof RequestFailed && error.code === 'quota-reached'
        setRefusal(next.day, { message: errorMessage(error, t('submit.notKept')), isQuota })
      } else {
        failures += 1
        sendIn(Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs))
        return
      }
    }
  }
  const pauses = unsentDrafts(false).map(remainingMs)
  if (pauses.length > 0) sendIn(Math.min(...pauses))
}

type Unsent = LocalDraft & { day: number }

/** A text of another tab is sent by that tab, unless it must be sent now. */
function unsentDrafts(isNow: boolean): Unsent[] {
  const { local: drafts, open, refusals } = useDrafts.getState()
  const dayOfOtherTab = !isNow && open?.origin === 'other-tab' ? open.day : undefined
  return listDrafts(drafts).filter(
    ({ day, isSent }) => !isSent && day !== dayOfOtherTab && refusals[day] === undefined,
  )
}

/** Returns how long typing must still pause, in milliseconds; 0 for a time in the future, because the clock was changed. */
function remainingMs({ writtenAt }: Unsent): number {
  const agoMs = Date.now() - writtenAt
  return agoMs < 0 ? 0 : Math.max(debounceMs - agoMs, 0)
}

async function sendVersion({ day, draft, writtenAt, base }: Unsent, signal: AbortSignal): Promise<void> {
  const version = nextVersion(base)
  // Before the request: without an answer, the account may still have this version.
  if (!base.includes(version)) changeLocal(day, (current) => ({ ...current, base: [...base, version] }))
  const writtenAgoMs = Math.max(Date.now() - writtenAt, 0)
  const body = { version, replaces: [...base], writtenAgoMs, content: toDraftContent(draft) }
  const response = await request('PUT', '/api/drafts/:day', { params: { day }, body, signal })
  signal.throwIfAborted()
  changeLocal(day, (current) => ({
    ...current,
    // Another tab may have sent the same text.
    base: [version, ...idsOfText(response.draft.versions, draft).filter((id) => id !== version)],
    // More may have been typed in the meantime.
    isSent: current.isSent || isSameDraft(current.draft, draft),
  }))
  setAccountDraft(response.draft)
}

/** Returns the id of the next attempt. The first one is the version that the account has, so none may be dropped for a further attempt. */
const nextVersion = (base: readonly string[]): string => base[maxBase - 1] ?? newIdempotencyKey()

async function sendRemoval({ day, base }: Unsent, signal: AbortSignal): Promise<void> {
  if (base.length > 0) {
    const body = { versions: [...base] }
    const { draft } = await request('DELETE', '/api/drafts/:day', { params: { day }, body, signal })
    signal.throwIfAborted()
    setAccountDraft(draft)
    clearQuotaRefusals()
  }
  const current = useDrafts.getState().local[day]
  if (current && isEmptyDraft(current.draft)) setLocal(day, undefined)
}

/** Returns the versions with this text. */
const idsOfText = (versions: readonly DraftVersion[], draft: Draft): string[] =>
  versions.filter(({ content }) => isSameDraft(content, draft)).map(({ version }) => version)

onUserChange(() => {
  clearTimeout(timer)
  sending = undefined
  failures = 0
})
if (typeof window !== 'undefined') window.addEventListener('online', () => void sendDrafts())
