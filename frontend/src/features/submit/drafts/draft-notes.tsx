import type { DraftVersion } from '@thirty/contracts/api/projects/drafts.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/confirmed-button.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import type { DayDraftState } from './use-day-draft.ts'
import css from './draft-notes.module.css'

type DraftNotesProps = { state: DayDraftState; onDayChange: (day: number) => void }

/** Says where the text of the form comes from, and offers what other devices wrote, and the drafts of other days. */
export const DraftNotes = ({ state, onDayChange }: DraftNotesProps) => {
  const { continued, others, otherDays, writtenAt = 0, failure } = state
  return (
    <>
      {continued && (
        <Banner kind="info" live title="Your draft">
          <WrittenIn version={continued} />
        </Banner>
      )}
      {others.map((version) => (
        <Banner
          key={version.version}
          kind={Date.parse(version.writtenAt) > writtenAt ? 'warning' : 'info'}
          live
          title={
            Date.parse(version.writtenAt) > writtenAt
              ? 'There is a newer version'
              : 'There is another version'
          }
          action={
            <div className={css.actions}>
              <Button
                kind="secondary"
                size="small"
                aria-label={`Use it: the version written in ${version.device}`}
                onClick={() => void state.showVersion(version)}
              >
                Use it
              </Button>
              <ConfirmedButton
                kind="quiet"
                size="small"
                label="Discard"
                aria-label={`Discard the version written in ${version.device}`}
                title="Discard this version?"
                description={`It was written in ${version.device} and cannot be restored. The text in the form stays.`}
                isDangerous
                failureText="The version could not be discarded. Please try again."
                run={() => state.discard(version)}
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
          <span>You have drafts for other days:</span>
          {otherDays.map((day) => (
            <Button key={day} kind="secondary" size="small" onClick={() => onDayChange(day)}>
              Day {day}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

const WrittenIn = ({ version: { device, writtenAt } }: { version: DraftVersion }) => (
  <span>
    written in {device}, <Time at={writtenAt} />
  </span>
)

/** The beginning of a version, so that its author recognises it. */
function excerptOf({ content }: DraftVersion): string {
  const { projectName, description, liveLink, repoLink, languages, frameworks, screenshot } = content
  const texts = [projectName, description, liveLink, repoLink, languages, frameworks, screenshot?.name ?? '']
  const text = texts.filter((part) => part !== '').join(' · ')
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text
}
const maxExcerpt = 120
