import type { DraftVersion } from '@thirty/contracts/api/projects/drafts.ts'
import { useEffect, useRef, useState } from 'react'
import { t } from '../messages/t.ts'
import { contentOf, emptyDraft, isEmptyDraft, isSameDraft, type Draft } from './draft.ts'
import { useDrafts, userSignal, versionsOf } from './drafts-state.ts'
import {
  chooseVersion,
  continueOther,
  continueVersion,
  discardOther,
  discardVersion,
  followDrafts,
  forgetSentDraft,
  writeDraft,
} from './drafts-store.ts'
import { isDraftStored, type LocalDraft, type OtherDraft } from './local-drafts.ts'
import { sendDraftsNow } from './send-drafts.ts'

/** The device of texts that were written in another tab of this browser. No browser has this name. */
export const otherTab = 'another-tab'

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
  const { local, others, account, refusals } = useDrafts()
  /** The version of another device that the form began with. */
  const [continued, setContinued] = useState<DraftVersion>()
  const [failure, setFailure] = useState<string>()
  /** Whether something was typed since the form was filled. */
  const [hasTyped, setHasTyped] = useState(false)
  const own = local[day]
  const versions = versionsOf(account, day)
  const ofOtherTabs = others.filter(
    (other) => other.day === day && !(own && isSameDraft(own.draft, other.draft)),
  )

  const fill = (draft: Draft, filledDay: number, version?: DraftVersion) => {
    setHasTyped(false)
    setContinued(version)
    setFailure(undefined)
    show(draft, filledDay)
  }
  // The latest functions, for effects that must not run again for them.
  const actions = useRef({ fill, current })
  useEffect(() => {
    actions.current = { fill, current }
  })

  useEffect(() => (isEnabled ? followDrafts() : undefined), [isEnabled])
  useEffect(() => {
    if (!isEnabled || account === undefined) return
    const isTaken = takenDays.has(day)
    const { fill: fillForm, current: currentValues } = actions.current
    const mine = useDrafts.getState().local[day]
    const newest = versionsOf(account, day)[0]
    const isUntouched = !hasTyped && (mine === undefined ? isEmptyDraft(currentValues()) : mine.isSent)
    if (newest === undefined) {
      // It was submitted on another device.
      if (isTaken) forgetSentDraft(day)
    } else if (isUntouched && !isKnown(mine, newest.version))
      fillForm(continueVersion(day, newest), day, newest)
  }, [isEnabled, account, day, takenDays, hasTyped])

  return {
    /** Keeps the values that were typed. */
    write: (draft: Draft) => {
      setHasTyped(true)
      writeDraft(day, draft)
    },
    /** Shows the draft of another day, or takes the text there if it has none. */
    changeDay: (next: number) => {
      const stored = local[next]?.draft
      const newest = versionsOf(account, next)[0]
      if (stored && !isEmptyDraft(stored)) return fill(stored, next)
      if (newest) return fill(continueVersion(next, newest), next, newest)
      const draft = current()
      writeDraft(next, draft)
      writeDraft(day, emptyDraft)
    },
    /** Shows another version. The text of the form stays in the account, from where it can be shown again. */
    showVersion: async (version: DraftVersion) => {
      const other = ofOtherTabs.find(({ key }) => key === version.version)
      if (other) {
        fill(continueOther(other), day)
        // The account does not have this text, so the form must not follow the account.
        setHasTyped(true)
        return focusForm()
      }
      const signal = userSignal()
      await sendDraftsNow()
      if (signal.aborted) return
      const unsent = useDrafts.getState().local[day]
      if (unsent && !unsent.isSent && !isEmptyDraft(unsent.draft)) return setFailure(t('textStays'))
      fill(chooseVersion(day, version), day, version)
      focusForm()
    },
    /** Discards another version. Throws `RequestFailed`. */
    discard: async (version: DraftVersion) => {
      const other = ofOtherTabs.find(({ key }) => key === version.version)
      if (other) discardOther(other)
      else await discardVersion(day, version.version)
      focusForm()
    },
    failure,
    continued: own?.base.includes(continued?.version ?? '') ? continued : undefined,
    /** Versions that the text of the form was not made from, newest first. Versions of other tabs have their key as version. */
    others:
      own || hasTyped
        ? [
            ...versions.filter(({ version }) => !own?.base.includes(version)),
            ...ofOtherTabs.map(versionOfTab),
          ].toSorted((left, right) => Date.parse(right.writtenAt) - Date.parse(left.writtenAt))
        : [],
    writtenAt: own?.writtenAt,
    /** Further days that have a draft and can be submitted. */
    otherDays: isEnabled ? daysWithDrafts(local, account, day).filter((other) => !takenDays.has(other)) : [],
    saved: savedState(own && !isEmptyDraft(own.draft) ? own.isSent : undefined, day, refusals[day]?.message),
  }
}

/** Whether the form has a version already, or the user has chosen another one instead. */
const isKnown = (local: LocalDraft | undefined, version: string): boolean =>
  local?.base.includes(version) === true || local?.passedOver?.includes(version) === true

export type DayDraftState = ReturnType<typeof useDayDraft>

const versionOfTab = ({ key, writtenAt, draft }: OtherDraft): DraftVersion => ({
  version: key,
  writtenAt: new Date(writtenAt).toISOString(),
  device: otherTab,
  content: contentOf(draft),
})

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
function savedState(isSent: boolean | undefined, day: number, refusal: string | undefined) {
  if (isSent === undefined) return undefined
  if (isSent) return { place: 'account' as const }
  return isDraftStored(day) ? { place: 'device' as const, refusal } : undefined
}
