// The draft that the form shows: its day and text, where it is saved, and what other devices wrote. The notes above the fields say so, and
// lead to the drafts of other days.

import type { DayDraft, DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../shared/i18n/t.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner, Failure } from '../../../shared/ui/feedback/banner.tsx'
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
import css from './draft-notes.module.css'

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

/** Returns the day that the form begins with: the proposed one if it has a draft or is requested, else the day of the latest draft. */
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

/** `focusForm` moves the focus into the form, after a press on a button that then is gone. */
export const DraftNotes = ({ state, focusForm }: { state: DayDraftState; focusForm: () => void }) => {
  const { continued, isInOtherTab, others, otherDays, writtenAt = 0, failure } = state
  const isNewer = (version: DraftVersion) => Date.parse(version.writtenAt) > writtenAt
  return (
    <>
      <Banner kind="info" live title={t('submit.yourDraft')}>
        {continued && <WrittenIn version={continued} />}
      </Banner>
      <Banner kind="warning" live title={t('submit.inOtherTab')}>
        {isInOtherTab && t('submit.inOtherTabText')}
      </Banner>
      {others.map((version) => (
        <Banner
          key={version.version}
          kind={isNewer(version) ? 'warning' : 'info'}
          live
          title={t(isNewer(version) ? 'submit.newerVersion' : 'submit.otherVersion')}
          action={
            <div className={css.actions}>
              <Button
                kind="secondary"
                size="small"
                aria-label={t('submit.useVersion', { device: deviceOf(version) })}
                onClick={() => void state.showVersion(version).then((isShown) => isShown && focusForm())}
              >
                {t('submit.useIt')}
              </Button>
              <ConfirmedButton
                kind="quiet"
                size="small"
                label={t('common.discard')}
                aria-label={t('submit.discardVersion', { device: deviceOf(version) })}
                title={t('submit.discardQuestion')}
                description={t('submit.discardText', { device: deviceOf(version) })}
                isDangerous
                failureText={t('submit.notDiscarded')}
                run={async () => {
                  await discardVersion(state.day, version.version)
                  // The question keeps the focus until it is gone.
                  requestAnimationFrame(focusForm)
                }}
              />
            </div>
          }
        >
          <WrittenIn version={version} />
          <span className={css.excerpt} dir="auto">
            {excerptOf(version)}
          </span>
        </Banner>
      ))}
      <Failure text={failure} />
      {otherDays.length > 0 && (
        <div className={css.otherDays}>
          <span>{t('submit.draftsOfOtherDays')}</span>
          {otherDays.map((day) => (
            <Button key={day} kind="secondary" size="small" onClick={() => state.chooseDay(day)}>
              {t('common.day', { day })}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

const WrittenIn = ({ version }: { version: DraftVersion }) => (
  <span>
    {t.rich('submit.writtenIn', { device: deviceOf(version), time: () => <Time at={version.writtenAt} /> })}
  </span>
)

/** Names the browser of a version in the language of the page. Versions from before its names were stored have the English text. */
function deviceOf({ device, browser, system }: DraftVersion): string {
  if (browser === undefined || system === undefined) return device
  if (browser !== null && system !== null) return t('common.deviceOnSystem', { browser, system })
  return browser ?? system ?? t('submit.anotherBrowser')
}

/** The beginning of a version, so that its author recognises it. */
function excerptOf({ content }: DraftVersion): string {
  const { projectName, description, ...others } = allTextsOf(content)
  const texts = [projectName, description, ...Object.values(others), content.screenshot?.name ?? '']
  const text = texts.filter((part) => part !== '').join(' · ')
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text
}
const maxExcerpt = 120
