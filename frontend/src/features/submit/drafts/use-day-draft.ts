// The draft that the form shows: its day and text, where it is saved, and what other devices wrote.

import type { DayDraft, DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { t } from '../../../shared/i18n/t.ts'
import {
  emptyDraft,
  isEmptyDraft,
  draftsWithText,
  isDraftStored,
  loadLocalDraft,
  loadLocalDrafts,
  type LocalDraft,
  type LocalDrafts,
  accountDrafts,
  useDrafts,
  userSignal,
} from './drafts.ts'
import {
  changeDay,
  chooseVersion,
  discardVersion,
  followDrafts,
  followOthers,
  forgetSentDraft,
} from './draft-actions.ts'
import { sendDraftsNow } from './send-drafts.ts'

type DayDraftOptions = { proposedDay: number; isDayRequested: boolean; takenDays: ReadonlySet<number> }

export function useDayDraft({ proposedDay, isDayRequested, takenDays }: DayDraftOptions) {
  const { local, open, refusals } = useDrafts()
  const { data: account } = useLiveData(accountDrafts)
  const [firstDay] = useState(() => firstDayOf(proposedDay, isDayRequested, takenDays))
  const [failure, setFailure] = useState<string>()
  const hasChosenDay = useRef(false)
  const day = open?.day ?? firstDay
  const own = open ? local[day] : loadLocalDraft(day)
  const draft = own?.draft ?? emptyDraft
  const hasTyped = open?.origin === 'typed'
  const isOfOtherTab = open?.origin === 'other-tab'
  const versions = account?.find((draft) => draft.day === day)?.versions ?? []

  useEffect(() => followDrafts(firstDay), [firstDay])
  useEffect(() => {
    if (account) followOthers()
  }, [account])
  const wasSubmitted = account !== undefined && versions.length === 0 && takenDays.has(day)
  useEffect(() => {
    if (wasSubmitted) forgetSentDraft(day)
  }, [wasSubmitted, day])
  const propose = useEffectEvent((proposed: number) => {
    // The day of a form with text stays: at midnight, somebody may be writing about yesterday's project.
    if (!hasChosenDay.current && isEmptyDraft(draft)) changeDay(proposed)
  })
  useEffect(() => propose(proposedDay), [proposedDay])

  return {
    day,
    draft,
    /** Shows the draft of another day, or takes the text there if it has none. */
    chooseDay: (next: number) => {
      hasChosenDay.current = true
      setFailure(undefined)
      changeDay(next)
    },
    /**
     * Shows another version. The text of the form stays in the account, from where it can be shown again. Returns whether the version
     * is shown.
     */
    showVersion: async (version: DraftVersion): Promise<boolean> => {
      const signal = userSignal()
      await sendDraftsNow()
      const { local: drafts, open: shown } = useDrafts.getState()
      if (signal.aborted || shown?.day !== day) return false
      const current = drafts[day]
      const isUnsent = current !== undefined && !current.isSent && !isEmptyDraft(current.draft)
      setFailure(isUnsent ? t('submit.textStays') : undefined)
      if (!isUnsent) chooseVersion(day, version)
      return !isUnsent
    },
    /** Discards another version. Throws `RequestFailed`. */
    discard: (version: DraftVersion) => discardVersion(day, version.version),
    failure,
    /** The version of another device that the form shows. */
    continued: typeof open?.origin === 'object' ? open.origin : undefined,
    /** Versions that the text of the form was not made from, newest first. */
    others: own || hasTyped ? versions.filter(({ version }) => !own?.base.includes(version)) : [],
    /** Whether this tab and another one of this browser have text for this day that only one of them can keep here. */
    isInOtherTab: open?.isInOtherTab === true && !isOfOtherTab && (hasTyped || own?.isSent === false),
    writtenAt: own?.writtenAt,
    /** Further days that have a draft and can be submitted. */
    otherDays: daysWithDrafts(local, account ?? [], day).filter((other) => !takenDays.has(other)),
    saved: savedState(own, day, refusals[day]?.message),
  }
}

export type DayDraftState = ReturnType<typeof useDayDraft>

/** Returns the day that the form begins with: the proposed one if it has a draft or is requested, else that of the latest draft. */
function firstDayOf(proposedDay: number, isDayRequested: boolean, takenDays: ReadonlySet<number>): number {
  const drafts = draftsWithText(loadLocalDrafts())
    // A text for a day that is in already must be found again, too, but after the others.
    .toSorted(
      (left, right) =>
        Number(takenDays.has(left.day)) - Number(takenDays.has(right.day)) ||
        right.writtenAt - left.writtenAt,
    )
  const keepsProposed = isDayRequested || drafts.some(({ day }) => day === proposedDay)
  return keepsProposed ? proposedDay : (drafts[0]?.day ?? proposedDay)
}

/** Returns the other days that have a draft on this device or in the account. */
function daysWithDrafts(local: LocalDrafts, account: readonly DayDraft[], except: number): number[] {
  const onDevice = draftsWithText(local).map(({ day }) => day)
  const inAccount = account.flatMap(({ day, versions }) => (versions.length > 0 ? [day] : []))
  const days = new Set([...onDevice, ...inAccount])
  days.delete(except)
  return [...days].toSorted((left, right) => left - right)
}

/** Says where a draft is saved; nothing while there is none, or if its day was submitted on another device. */
function savedState(
  local: LocalDraft | undefined,
  day: number,
  refusal: string | undefined,
): { place: 'account' | 'device'; refusal?: string | undefined } | undefined {
  if (local === undefined || isEmptyDraft(local.draft)) return undefined
  if (local.isSent) return local.base.length > 0 ? { place: 'account' } : undefined
  return isDraftStored(day, local.draft) ? { place: 'device', refusal } : undefined
}
