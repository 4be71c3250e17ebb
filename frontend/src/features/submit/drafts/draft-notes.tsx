// The notes above the fields of a submission: where the text comes from, what other devices wrote, and the drafts of other days.

import type { DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { t } from '../../../shared/i18n/t.ts'
import type { DayDraftState } from './use-day-draft.ts'
import css from './draft-notes.module.css'

type DraftNotesProps = {
  state: DayDraftState
  /** Moves the focus into the form, after a press on a button that then is gone. */
  focusForm: () => void
}

export const DraftNotes = ({ state, focusForm }: DraftNotesProps) => {
  const { continued, isInOtherTab, others, otherDays, writtenAt = 0, failure } = state
  return (
    <>
      {continued && (
        <Banner kind="info" live title={t('submit.yourDraft')}>
          <WrittenIn version={continued} />
        </Banner>
      )}
      {isInOtherTab && (
        <Banner kind="warning" live title={t('submit.inOtherTab')}>
          {t('submit.inOtherTabText')}
        </Banner>
      )}
      {others.map((version) => (
        <Banner
          key={version.version}
          kind={Date.parse(version.writtenAt) > writtenAt ? 'warning' : 'info'}
          live
          title={t(Date.parse(version.writtenAt) > writtenAt ? 'submit.newerVersion' : 'submit.otherVersion')}
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
                  await state.discard(version)
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
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
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
