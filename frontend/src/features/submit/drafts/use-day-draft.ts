import type { DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/i18n/t.ts'
import { emptyDraft, isEmptyDraft, type Draft } from './draft.ts'
import { setLocal, useDrafts, userSignal, versionsOf } from './drafts-state.ts'
import {
  chooseVersion,
  continueOtherTab,
  continueVersion,
  discardVersion,
  followDrafts,
  forgetSentDraft,
  writeDraft,
} from './draft-actions.ts'
import { isDraftStored, loadLocalDraft, type LocalDraft } from './local-drafts.ts'
import { sendDraftsNow } from './send-drafts.ts'

type DayDraftOptions = {
  /** False for a revision, which has no draft. */
  isEnabled: boolean
  day: number
  takenDays: ReadonlySet<number>
  /** Returns the values of the form. */
  current: () => Draft
  /** Replaces the values of the form. */
  show: (draft: Draft, day: number) => void
  /** Moves the focus into the form, after a press on a button that then is gone. */
  focusForm: () => void
}

/** The draft of the day of the form: on this device, in the account, and what other devices wrote. */
export function useDayDraft({ isEnabled, day, takenDays, current, show, focusForm }: DayDraftOptions) {
  const { local, inOtherTab, account, refusals } = useDrafts()
  /** The version of another device that the form began with. */
  const [continued, setContinued] = useState<DraftVersion>()
  const [failure, setFailure] = useState<string>()
  /** Whether something was typed since the form was filled. */
  const [hasTyped, setHasTyped] = useState(false)
  /** The text of another tab that the form shows, because nothing was typed here. */
  const shownOther = useRef<LocalDraft>(undefined)
  const own = local[day]
  const other = inOtherTab[day]
  const versions = versionsOf(account, day)

  const fill = (draft: Draft, filledDay: number, version?: DraftVersion) => {
    setHasTyped(false)
    shownOther.current = undefined
    setContinued(version)
    setFailure(undefined)
    show(draft, filledDay)
  }
  /** Whether the form has no text that is stored nowhere else. */
  const isReplaceable = () => {
    const mine = useDrafts.getState().local[day]
    return mine ? mine.isSent : isEmptyDraft(current()) || shownOther.current !== undefined
  }
  // The latest functions, for effects that must not run again for them.
  const actions = useRef({ fill, isReplaceable })
  useEffect(() => {
    actions.current = { fill, isReplaceable }
  })

  useEffect(() => (isEnabled ? followDrafts() : undefined), [isEnabled])
  useEffect(() => {
    if (!isEnabled || account === undefined) return
    const isTaken = takenDays.has(day)
    const mine = useDrafts.getState().local[day]
    const newest = versionsOf(account, day)[0]
    if (newest === undefined) {
      // It was submitted on another device.
      if (isTaken) forgetSentDraft(day)
    } else if (!hasTyped && actions.current.isReplaceable() && !isKnown(mine, newest.version))
      actions.current.fill(continueVersion(day, newest), day, newest)
  }, [isEnabled, account, day, takenDays, hasTyped])
  useEffect(() => {
    if (!isEnabled || other === undefined || hasTyped || !actions.current.isReplaceable()) return
    actions.current.fill(other.draft, day)
    shownOther.current = other
  }, [isEnabled, other, day, hasTyped])

  return {
    /** Keeps the values that were typed. */
    write: (draft: Draft) => {
      setHasTyped(true)
      if (shownOther.current) continueOtherTab(day, shownOther.current)
      shownOther.current = undefined
      writeDraft(day, draft)
    },
    /** Shows the draft of another day, or takes the text there if it has none. */
    changeDay: (next: number) => {
      // Another tab may have stored a text since this one was opened.
      const stored = local[next] ?? loadLocalDraft(next)
      const newest = versionsOf(account, next)[0]
      if (stored && !isEmptyDraft(stored.draft)) {
        if (!local[next]) setLocal(next, stored)
        return fill(stored.draft, next)
      }
      if (newest) return fill(continueVersion(next, newest), next, newest)
      shownOther.current = undefined
      const draft = current()
      writeDraft(next, draft)
      writeDraft(day, emptyDraft)
    },
    /** Shows another version. The text of the form stays in the account, from where it can be shown again. */
    showVersion: async (version: DraftVersion) => {
      const signal = userSignal()
      await sendDraftsNow()
      if (signal.aborted) return
      const unsent = useDrafts.getState().local[day]
      if (unsent && !unsent.isSent && !isEmptyDraft(unsent.draft)) return setFailure(t('submit.textStays'))
      fill(chooseVersion(day, version), day, version)
      focusForm()
    },
    /** Discards another version. Throws `RequestFailed`. */
    discard: async (version: DraftVersion) => {
      await discardVersion(day, version.version)
      focusForm()
    },
    failure,
    continued: own?.base.includes(continued?.version ?? '') ? continued : undefined,
    /** Versions that the text of the form was not made from, newest first. */
    others: own || hasTyped ? versions.filter(({ version }) => !own?.base.includes(version)) : [],
    /** Whether this tab and another one of this browser have text for this day that only one of them can keep here. */
    isInOtherTab: other !== undefined && (hasTyped || own?.isSent === false),
    writtenAt: own?.writtenAt,
    /** Further days that have a draft and can be submitted. */
    otherDays: isEnabled ? daysWithDrafts(local, account, day).filter((other) => !takenDays.has(other)) : [],
    saved: savedState(own, day, refusals[day]?.message),
  }
}

/** Whether the form has a version already, or the user has chosen another one instead. */
const isKnown = (local: LocalDraft | undefined, version: string): boolean =>
  local?.base.includes(version) === true || local?.passedOver?.includes(version) === true

export type DayDraftState = ReturnType<typeof useDayDraft>

type StoreState = ReturnType<typeof useDrafts.getState>

const daysWithDrafts = (
  local: StoreState['local'],
  account: StoreState['account'],
  except: number,
): number[] => {
  const onDevice = Object.entries(local).flatMap(([day, { draft }]) =>
    isEmptyDraft(draft) ? [] : [Number(day)],
  )
  const inAccount = account?.flatMap(({ day, versions }) => (versions.length > 0 ? [day] : [])) ?? []
  const days = new Set([...onDevice, ...inAccount])
  days.delete(except)
  return [...days].toSorted((left, right) => left - right)
}

/** Says where a draft is saved; nothing while there is none. */
function savedState(local: LocalDraft | undefined, day: number, refusal: string | undefined) {
  if (local === undefined || isEmptyDraft(local.draft)) return undefined
  if (local.isSent) return { place: 'account' as const }
  return isDraftStored(day, local.draft) ? { place: 'device' as const, refusal } : undefined
}
