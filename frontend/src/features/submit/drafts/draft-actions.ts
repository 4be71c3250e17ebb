import type { DayDraft, DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { request } from '../../../shared/http/http.ts'
import type { LiveView } from '../../../shared/live/live-view.ts'
import { subscribe } from '../../../shared/live/live-socket.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { draftFrom, isEmptyDraft, isSameDraft, type Draft } from './draft.ts'
import {
  accountDrafts,
  clearQuotaRefusals,
  noticeOtherTab,
  setAccountDraft,
  setLocal,
  setRefusal,
  useDrafts,
  userSignal,
  versionsOf,
} from './drafts-state.ts'
import { loadLocalDrafts, onOtherTab, storeLocalDraft, type LocalDraft } from './local-drafts.ts'
import { sendAfterPause, sendDrafts } from './send-drafts.ts'

/** Reads the drafts of this device, and follows the drafts of the account. Returns an unsubscribe function. */
export function followDrafts(): () => void {
  useDrafts.setState({ ...useDrafts.getInitialState(), local: loadLocalDrafts() })
  if (ownUserId() === undefined) return () => undefined
  const stops = [
    accountDrafts.at().subscribe(showAccount),
    subscribe('draft.changed', ({ day, version }) => {
      if (version === null) forgetSentDraft(day)
      sendRefusedDrafts()
    }),
    onOtherTab(noticeOtherTab),
  ]
  // Another form may have followed them until now: then nothing is loaded.
  showAccount(accountDrafts.at().getState())
  void sendDrafts()
  return () => stops.forEach((stop) => stop())
}

function showAccount({ data: account }: LiveView<readonly DayDraft[]>): void {
  if (account === useDrafts.getState().account) return
  useDrafts.setState({ account })
  // The account may have received the text of the other tab.
  for (const day of Object.keys(useDrafts.getState().inOtherTab)) noticeOtherTab(Number(day))
}

/**
 * Keeps what was typed for a day, on this device at once and in the account after a pause. On the device a text takes the place of that
 * of another tab, of which the user was told; an emptied form does not.
 */
export function writeDraft(day: number, draft: Draft): void {
  const before = useDrafts.getState().local[day]
  if (before ? isSameDraft(before.draft, draft) : isEmptyDraft(draft)) return
  const local = { draft, writtenAt: Date.now(), base: before?.base ?? [], isSent: false }
  setLocal(day, local)
  if (!isEmptyDraft(draft)) storeLocalDraft(day, local)
  setRefusal(day, undefined)
  sendAfterPause()
}

/** Continues with the text of another tab, which the form shows. That tab may be closed by now. */
export function continueOtherTab(day: number, other: LocalDraft): void {
  useDrafts.setState(({ local }) => ({ local: { ...local, [day]: other } }))
}

/** Forgets the draft of a day on this device, unless it has text that was never sent. */
export function forgetSentDraft(day: number): void {
  if (useDrafts.getState().local[day]?.isSent) setLocal(day, undefined)
}

/** Continues with a version of the account on this device. Returns its values for the form. */
export function continueVersion(
  day: number,
  { version, writtenAt, content }: DraftVersion,
  passedOver: readonly string[] = [],
): Draft {
  const draft = draftFrom(content)
  setLocal(day, { draft, writtenAt: Date.parse(writtenAt), base: [version], isSent: true, passedOver })
  return draft
}

/** Continues with the version that the user chose, also after a reload, until another device writes a new one. */
export function chooseVersion(day: number, chosen: DraftVersion): Draft {
  const { account } = useDrafts.getState()
  const all = versionsOf(account, day).map(({ version }) => version)
  return continueVersion(
    day,
    chosen,
    all.filter((version) => version !== chosen.version),
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
