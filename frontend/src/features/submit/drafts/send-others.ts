import { request } from '../../../shared/http/http.ts'
import { isFinalRefusal } from '../../../shared/http/request-failed.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/session/user-data.ts'
import { contentOf } from './draft.ts'
import { refreshOthers, setAccountDraft, useDrafts, userSignal, versionsOf } from './drafts-state.ts'
import {
  findUnchanged,
  forgetOtherDraft,
  loadOtherDrafts,
  storeOtherDraft,
  type OtherDraft,
} from './local-drafts.ts'
import { idsOfText, nextVersion } from './send-drafts.ts'

/** How long another tab has to send its own text, in milliseconds. Then it is closed, or has no connection. */
const otherTabMs = 10_000
/** Delay after a failed attempt, in milliseconds. */
const retryMs = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Sends, after a moment, what other tabs have stored and not sent themselves. */
export const sendOfClosedTabs = (): void => sendIn(otherTabMs)

function sendIn(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendOthers(userSignal()), delayMs)
}

async function sendOthers(signal: AbortSignal): Promise<void> {
  for (const other of loadOtherDrafts().filter((each) => !isBeingWritten(each))) {
    if (signal.aborted || ownUserId() === undefined) return
    try {
      const { account } = useDrafts.getState()
      if (idsOfText(versionsOf(account, other.day), other.draft).length === 0) await sendOther(other, signal)
      if (signal.aborted) return
      // The other tab may be open after all, and keeps what was typed there in the meantime.
      if (findUnchanged(other)) forgetOtherDraft(other)
    } catch (error) {
      if (signal.aborted) return
      // The text stays on this device.
      if (!isFinalRefusal(error)) return sendIn(retryMs)
    }
  }
  if (loadOtherDrafts().some(isBeingWritten)) sendOfClosedTabs()
  refreshOthers()
}

/** Whether the text changed a moment ago, so that its tab is open. Not for a time in the future, because the clock was changed. */
function isBeingWritten({ writtenAt }: OtherDraft): boolean {
  const agoMs = Date.now() - writtenAt
  return agoMs >= 0 && agoMs < otherTabMs
}

async function sendOther(other: OtherDraft, signal: AbortSignal): Promise<void> {
  const current = findUnchanged(other)
  if (current === undefined) return
  const { day, draft, writtenAt, base } = current
  const version = nextVersion(base)
  if (!base.includes(version)) storeOtherDraft({ ...current, base: [...base, version] })
  const body = {
    version,
    replaces: [...base],
    writtenAgoMs: Math.max(Date.now() - writtenAt, 0),
    content: contentOf(draft),
  }
  const response = await request('PUT', '/api/drafts/:day', { params: { day }, body, signal })
  signal.throwIfAborted()
  setAccountDraft(response.draft)
}

onUserChange(() => clearTimeout(timer))
if (typeof window !== 'undefined') window.addEventListener('online', sendOfClosedTabs)
