// The draft that the form shows: its day and text, where it is saved, and what other devices wrote. The notes above the fields say so, and
// lead to the drafts of other days.

import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { CloudCheck, Download } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../shared/i18n/t.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/dialog.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner, Failure } from '../../../shared/ui/display/surfaces.tsx'
import {
  accountDrafts,
  draftsWithText,
  emptyDraft,
  isDraftStored,
  isEmptyDraft,
  loadLocalDraft,
  loadLocalDrafts,
  useDrafts,
  versionsOf,
} from './drafts.ts'
import {
  changeDay,
  discardVersions,
  followDrafts,
  followOthers,
  forgetSentDraft,
  showVersion,
} from './draft-actions.ts'
import css from './draft-notes.module.css'

type DayDraftOptions = { proposedDay: number; isDayRequested: boolean; takenDays: ReadonlySet<number> }

export function useDayDraft({ proposedDay, isDayRequested, takenDays }: DayDraftOptions) {
  const { local, open } = useDrafts()
  const { data: account } = useLiveData(accountDrafts)
  const [firstDay] = useState(() => firstDayOf(proposedDay, isDayRequested, takenDays))
  const [isKept, setIsKept] = useState(false)
  const hasChosenDay = useRef(false)
  const day = open?.day ?? firstDay
  const own = open ? local[day] : loadLocalDraft(day)
  const draft = own?.draft ?? emptyDraft
  const hasTyped = open?.origin === 'typed'
  const versions = versionsOf(day, account ?? [])
  const hasDraft = (other: number) =>
    !isEmptyDraft(local[other]?.draft ?? emptyDraft) || versionsOf(other, account ?? []).length > 0

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
    own,
    draft,
    takenDays,
    /** Shows the draft of another day, or takes the text there if it has none. */
    chooseDay: (next: number) => {
      hasChosenDay.current = true
      setIsKept(false)
      changeDay(next)
    },
    /** Shows another version. Resolves to whether it is shown. */
    showVersion: async (version: DraftVersion): Promise<boolean> => {
      const isShown = await showVersion(day, version)
      setIsKept(isShown === false)
      return isShown === true
    },
    /** Whether the form keeps its text, because it could not be sent before another version takes its place. */
    isKept,
    /** The version of another device that the form shows. */
    continued: typeof open?.origin === 'object' ? open.origin : undefined,
    /** Versions that the text of the form was not made from, newest first. */
    others: own || hasTyped ? versions.filter(({ version }) => !own?.base.includes(version)) : [],
    /** Whether this tab and another one of this browser have text for this day that only one of them can keep here. */
    isInOtherTab:
      open?.isInOtherTab === true && open.origin !== 'other-tab' && (hasTyped || own?.isSent === false),
    /** Further days that have a draft and can be submitted. */
    otherDays: challengeBriefs
      .map((brief) => brief.day)
      .filter((other) => other !== day && !takenDays.has(other) && hasDraft(other)),
  }
}

export type DayDraftState = ReturnType<typeof useDayDraft>

/** Returns the day that the form begins with: the proposed one if it has a draft or is requested, else the day of the latest draft. */
function firstDayOf(proposedDay: number, isDayRequested: boolean, takenDays: ReadonlySet<number>): number {
  const drafts = draftsWithText(loadLocalDrafts())
  if (isDayRequested || drafts.some(({ day }) => day === proposedDay)) return proposedDay
  // A text for a day that is in already must be found again, too, but after the others.
  const [first] = drafts.toSorted(
    (left, right) =>
      Number(takenDays.has(left.day)) - Number(takenDays.has(right.day)) || right.writtenAt - left.writtenAt,
  )
  return first?.day ?? proposedDay
}

/** Says where the draft is saved; nothing while there is none, or if its day was submitted on another device. */
export const SavedNote = ({ state: { day, own } }: { state: DayDraftState }) => {
  if (own === undefined || isEmptyDraft(own.draft)) return null
  if (own.isSent ? own.base.length === 0 : !isDraftStored(day, own.draft)) return null
  const Icon = own.isSent ? CloudCheck : Download
  return (
    <p className={css.saved}>
      <Icon size={16} />
      <span>
        <span>{t(own.isSent ? 'submit.savedToAccount' : 'submit.savedOnDevice')}</span>
        {own.refusal && <span className={css.refusal}>{own.refusal.message}</span>}
      </span>
    </p>
  )
}

/** `focusForm` moves the focus into the form, after a press on a button that then is gone. */
export const DraftNotes = ({ state, focusForm }: { state: DayDraftState; focusForm: () => void }) => {
  const { continued, others, otherDays, own } = state
  const isNewer = (version: DraftVersion) => Date.parse(version.writtenAt) > (own?.writtenAt ?? 0)
  return (
    <>
      <Banner kind="info" live title={t('submit.yourDraft')}>
        {continued && <WrittenIn version={continued} />}
      </Banner>
      <Banner kind="warning" live title={t('submit.inOtherTab')}>
        {state.isInOtherTab && t('submit.inOtherTabText')}
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
                  await discardVersions(state.day, [version.version])
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
      <Failure text={state.isKept && t('submit.textStays')} />
      {otherDays.length > 0 && (
        <div className={css.otherDays}>
          <span>{t('submit.draftsOfOtherDays')}</span>
          {otherDays.map((day) => (
            <Button key={day} size="small" onClick={() => state.chooseDay(day)}>
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

const maxExcerpt = 120

/** The beginning of a version, so that its author recognises it. */
function excerptOf({ content }: DraftVersion): string {
  const { projectName, description, ...others } = allTextsOf(content)
  const texts = [projectName, description, ...Object.values(others), content.screenshot?.name ?? '']
  const text = texts.filter(Boolean).join(' · ')
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text
}
