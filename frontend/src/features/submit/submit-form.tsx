// The form with which a project is submitted or revised.

import { projectTexts } from '@thirty/contracts/projects/project-texts.ts'
import { unreachableAddress } from '@thirty/contracts/user-texts/web-address.ts'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { GitBranch, Globe, TriangleAlert } from 'lucide-react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { t } from '../../shared/i18n/t.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { guideTitles, type GuideId } from '../../shared/submissions/guides.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { DayBadge } from '../../shared/ui/display/marks.tsx'
import { ChipsInput } from '../../shared/ui/forms/chips-input.tsx'
import { Field, TextArea } from '../../shared/ui/forms/field.tsx'
import { FileDrop } from '../../shared/files/file-drop.tsx'
import { SubmitButton, FormMessages } from '../../shared/ui/forms/use-form.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { DraftNotes, SavedNote } from './drafts/day-draft.tsx'
import type { SubmitFormState } from './use-submit-form.ts'
import css from './submit.module.css'

const addressField = { type: 'url', inputMode: 'url', autoComplete: 'url', placeholder: 'https://' } as const

export const SubmitForm = ({ form, screenshot, dayDraft, values, takenDays }: SubmitFormState) => (
  <form className={css.form} {...form.props}>
    <FormMessages form={form} />
    {dayDraft && (
      <DraftNotes
        state={dayDraft}
        focusForm={() => form.props.ref.current?.querySelector<HTMLElement>('#projectName')?.focus()}
      />
    )}
    <div className={css.nameAndDay}>
      <Field
        {...form.text('projectName')}
        label={t('submit.projectName')}
        maxLength={projectTexts.projectName.max}
      />
      <DayField {...{ form, dayDraft, takenDays }} />
    </div>
    <div className={css.pair}>
      <Field
        {...form.text('liveLink')}
        {...addressField}
        label={t('submit.liveLink')}
        hint={
          linkWarning(values.liveLink) ?? <GuideLink id="live-link">{t('submit.liveLinkGuide')}</GuideLink>
        }
        icon={<Globe />}
      />
      <Field
        {...form.text('repoLink')}
        {...addressField}
        label={t('submit.repositoryLink')}
        hint={linkWarning(values.repoLink) ?? <GuideLink id="repository">{guideTitles.repository}</GuideLink>}
        icon={<GitBranch />}
      />
    </div>
    <TextArea
      {...form.text('description')}
      // The counter needs the text of a draft that is filled in, too.
      value={values.description}
      label={t('common.description')}
      hint={t('submit.descriptionHint')}
      counter
      maxLength={projectTexts.description.max}
      rows={5}
    />
    <div className={css.pair}>
      <ChipsInput
        {...form.control('languages')}
        label={t('common.languages')}
        placeholder={t('submit.addOne')}
      />
      <ChipsInput
        {...form.control('frameworks')}
        label={t('common.frameworks')}
        optional
        placeholder={t('submit.addOne')}
      />
    </div>
    <FileDrop
      {...screenshot.field(values.screenshot, form.control('screenshot').onValueChange)}
      id="screenshot"
      name="screenshot"
      label={t('submit.screenshot')}
      hint={t('submit.screenshotHint')}
      error={screenshot.error ?? form.errorOf('screenshot')}
    />
    <p className={css.guide}>
      <GuideLink id="screenshot">{t('submit.screenshotGuide')}</GuideLink>
    </p>
    <div className={css.actions}>
      <SubmitButton form={form} size="large" busyText={t('submit.submitting')}>
        {t('common.submitProject')}
      </SubmitButton>
      <ButtonLink to={paths.dashboard} kind="quiet" size="large">
        {t('common.cancel')}
      </ButtonLink>
      {dayDraft && <SavedNote state={dayDraft} />}
    </div>
  </form>
)

/** Opens beside the form, which stays as it is. */
const GuideLink = ({ id, children }: { id: GuideId; children: string }) => (
  <Link to={paths.guide(id)} target="_blank" className={css.guideLink}>
    {children}
  </Link>
)

const texts = { local: t('submit.linkLocal'), doubled: t('submit.linkDoubled') }

/** Returns the hint of a link that nobody else can open; `undefined` for others. The link may be submitted nevertheless. */
function linkWarning(address: string) {
  const problem = unreachableAddress(address.trim())
  if (problem === undefined) return undefined
  return (
    <span className={css.linkWarning}>
      <TriangleAlert size={15} />
      {texts[problem]}
    </span>
  )
}

/**
 * Chooses the day, shown with its badge and its title: submitted days are marked, and future days of a started challenge are disabled.
 */
const DayField = ({
  form,
  dayDraft,
  takenDays,
}: Pick<SubmitFormState, 'form' | 'dayDraft' | 'takenDays'>) => {
  const { id, value, error } = form.control('day')
  const { day: today, started } = useCurrentDay()
  const availability = (day: number) => {
    if (takenDays.has(day)) return { after: t('forms.submitted') }
    return started && day > today ? { after: t('common.opensOnDay', { day }), disabled: true } : {}
  }
  return (
    <Select
      {...{ id, value, error }}
      // The day of a revision cannot change.
      disabled={dayDraft === undefined}
      label={t('common.dayLabel')}
      hint={takenDays.has(value) && t('submit.alreadySubmitted', { day: value })}
      onValueChange={(day) => dayDraft?.chooseDay(day)}
      options={challengeBriefs.map(({ day, title }) => ({
        value: day,
        label: title,
        before: <DayBadge short day={day} today={day === today} />,
        ...availability(day),
      }))}
    />
  )
}
