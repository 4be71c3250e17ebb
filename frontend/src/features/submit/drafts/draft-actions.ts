// What changes drafts: typing, another day, another version, other tabs and devices, and a submission.

import type { DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { request } from '../../../shared/http/http.ts'
import { subscribe } from '../../../shared/live/live-socket.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import {
  emptyDraft,
  isEmptyDraft,
  isSameDraft,
  type Draft,
  loadLocalDraft,
  loadLocalDrafts,
  onOtherTab,
  storeLocalDraft,
  type LocalDraft,
  clearQuotaRefusals,
  setAccountDraft,
  setLocal,
  setRefusal,
  useDrafts,
  userSignal,
  versionsOf,
} from './drafts.ts'
import { sendAfterPause, sendDrafts } from './send-drafts.ts'

/**
 * Reads the drafts of this device, sends what the account lacks, and forgets what was submitted elsewhere; for the form, with its first
 * day, follows other tabs. Returns an unsubscribe function.
 */
export function followDrafts(day?: number): () => void {
  useDrafts.setState({ ...useDrafts.getInitialState(), local: loadLocalDrafts() })
  if (day !== undefined) openDay(day)
  const stops = [closeDay]
  if (ownUserId() !== undefined) {
    stops.push(
      subscribe('draft.changed', ({ day: changed, version }) => {
        if (version === null) forgetSentDraft(changed)
        sendRefusedDrafts()
      }),
      onOtherTab((changed) => changed === useDrafts.getState().open?.day && followOthers()),
    )
    void sendDrafts()
  }
  return () => stops.forEach((stop) => stop())
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
  if (newest && own?.isSent !== false && !isKnown(own, newest.version)) continueVersion(open.day, newest)
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

/** Whether the form has a version already, or the user has chosen another one instead. */
const isKnown = (local: LocalDraft | undefined, version: string): boolean =>
  local?.base.includes(version) === true || local?.passedOver?.includes(version) === true

/**
 * Keeps what was typed for a day, on this device at once and in the account after a pause. On the device a text takes the place of that
 * of another tab, and the user is told so; an emptied form does not.
 */
export function writeDraft(day: number, draft: Draft): void {
  const { local, open } = useDrafts.getState()
  const before = local[day]
  if (before ? isSameDraft(before.draft, draft) : isEmptyDraft(draft)) return
  const next = { draft, writtenAt: Date.now(), base: before?.base ?? [], isSent: false }
  setLocal(day, next)
  if (!isEmptyDraft(draft)) storeLocalDraft(day, next)
  setRefusal(day, undefined)
  if (open?.day === day) useDrafts.setState({ open: { ...open, origin: 'typed' } })
  sendAfterPause()
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
function continueVersion(day: number, version: DraftVersion, passedOver: readonly string[] = []): void {
  const writtenAt = Date.parse(version.writtenAt)
  setLocal(day, { draft: version.content, writtenAt, base: [version.version], isSent: true, passedOver })
  useDrafts.setState(({ open }) => ({ open: open?.day === day ? { ...open, origin: version } : open }))
}

/** Continues with the version that the user chose, also after a reload, until another device writes a new one. */
export function chooseVersion(day: number, chosen: DraftVersion): void {
  const others = versionsOf(day).filter(({ version }) => version !== chosen.version)
  continueVersion(
    day,
    chosen,
    others.map(({ version }) => version),
  )
}

/** Discards a version of the account. Throws `RequestFailed`; `AbortError` if another user signs in. */
export async function discardVersion(day: number, version: string): Promise<void> {
  const signal = userSignal()
  const body = { versions: [version] }
  const { draft } = await request('DELETE', '/api/drafts/:day', { params: { day }, body, signal })
  signal.throwIfAborted()
  setAccountDraft(draft)
  sendRefusedDrafts()
}

/** Sends drafts again that the account had no room for. It may have room now. */
function sendRefusedDrafts(): void {
  if (!Object.values(useDrafts.getState().refusals).some(({ isQuota }) => isQuota)) return
  clearQuotaRefusals()
  void sendDrafts()
}
