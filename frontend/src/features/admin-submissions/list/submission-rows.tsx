// The list of submissions with its keys, the hints about these, the bar for new submissions, and one submission: a row on wide screens, a card
// on phones. J and K focus the next and the previous row, N the next submission to review; X, A and R select, approve and reject the focused one.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { useMemo, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { UserX } from 'lucide-react'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-marks.tsx'
import { useConflictWith } from '../../../shared/judging/own-judging.tsx'
import { Avatar, PersonName } from '../../../shared/people/people.tsx'
import { pressedSingleKey, useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import { Screenshot } from '../../../shared/projects/project-parts.tsx'
import { ClaimBadge } from '../../../shared/reviews/claims.tsx'
import { useMay } from '../../../shared/team/permissions.tsx'
import { FullText } from '../../../shared/ui/controls/tooltip.tsx'
import { Badge, StatusBadge, KeyHint } from '../../../shared/ui/display/surfaces.tsx'
import { FullDate, Time, useServerNow, formatWaitingTime } from '../../../shared/ui/display/time.tsx'
import { PendingChangesBar } from '../../../shared/ui/feedback/live-indicator.tsx'
import { announce } from '../../../shared/ui/feedback/shell-messages.tsx'
import { Checkbox, Switch } from '../../../shared/ui/forms/choice.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { useTablePage } from '../../../shared/ui/table/table-query.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import { useAfter } from '../../../shared/ui/use-after.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { ReviewButtons } from '../review/review-buttons.tsx'
import { nextPending, rowButton, view } from '../review/review-state.ts'
import { approve, reject } from '../review/reviews.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { toggleSelected, useSelection } from '../selection/selection.ts'
import {
  type LoadedSubmissions,
  showArrivals,
  pageSize,
  submissions,
  useSubmissionFilter,
  useSubmissions,
} from '../submissions-data.ts'
import { t, formatName } from '../../../shared/i18n/t.ts'
import rowCss from './submission-row.module.css'
import css from './submission-rows.module.css'

const listKeys: readonly string[] = ['j', 'k', 'n', 'x', 'a', 'r']

type SubmissionRowsProps = {
  list: LoadedSubmissions
  /** The row that the preview shows. */
  selected: ProjectCard | undefined
  layout: 'row' | 'card'
}

export const SubmissionRows = ({ list, selected, layout }: SubmissionRowsProps) => {
  const { projects, recentlyChanged, counts, nextCursor } = list
  const mayReview = useMay('review-projects')
  const [page] = useTablePage()
  const { status } = useSubmissionFilter()
  const summary = (count: number) => t('common.showingOf', { count, total: counts[status] })
  const hasPages = nextCursor !== null || projects.length > pageSize
  const selectedId = layout === 'row' ? selected?._id : undefined
  const definition = useMemo(
    (): RowDefinition<ProjectCard> => ({
      id: ({ _id }) => _id,
      attributes: ({ _id }) => ({
        'data-selected': _id === selectedId || undefined,
        'data-touched': recentlyChanged.includes(_id) || undefined,
      }),
      card: (project) => (
        <SubmissionRow project={project} selected={project._id === selectedId} layout={layout} />
      ),
    }),
    [layout, selectedId, recentlyChanged],
  )

  const selectRow = (next: ProjectCard | undefined) => {
    if (!next) return
    view(next._id)
    rowButton(next._id)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedSingleKey(event)
    if (key === undefined || !listKeys.includes(key)) return
    event.preventDefault()
    const { target } = event
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-flip-id]') : null
    const project = projects.find(({ _id }) => _id === row?.dataset['flipId']) ?? selected
    const index = projects.findIndex((each) => each === project)
    if (key === 'j') return selectRow(projects[index + 1])
    if (key === 'k') return selectRow(projects[index - 1])
    if (key === 'n') {
      const next = nextPending(projects, project)
      if (!next) announce(t('adminSubmissions.nothingNext'))
      return selectRow(next)
    }
    // A key that is held down must not act once more.
    if (project === undefined || event.repeat || !mayReview) return
    const isPending = project.status === 'submitted'
    if (key === 'x' && (isPending || useSelection.getState().includes(project._id)))
      toggleSelected(project._id)
    if (key === 'a' && isPending) approve(project)
    if (key === 'r' && isPending) reject(project)
  }

  return (
    <div className={css.list} data-look={layout}>
      {mayReview && <SelectionBar shown={projects.slice(0, page * pageSize)} />}
      <ArrivalsBar />
      <DataTable
        label={t('common.submissions')}
        rows={projects}
        view={useSubmissions()}
        definition={definition}
        classes={rowClasses[layout]}
        // New submissions are held back by the bar above; the others change where they are.
        holds="nothing"
        cardHeight={layout === 'row' ? 84 : 260}
        onKeyDown={onKeyDown}
        paging={hasPages ? { firstPageSize: pageSize, pageSize, summary } : undefined}
      />
    </div>
  )
}

const rowClasses = {
  row: { list: css.rows, item: rowCss.row, foot: css.foot },
  card: { list: css.rows, item: rowCss.card },
}

type SubmissionRowProps = { project: ProjectCard; selected: boolean; layout: 'row' | 'card' }

const SubmissionRow = ({ project, selected, layout }: SubmissionRowProps) => {
  const { _id: id, user } = project
  const isConflicted = useConflictWith(user._id) !== undefined
  const filter = useSubmissionFilter()
  const isHighlighted = useStore(submissions.at(filter), ({ data }) => data?.recentlyChanged.includes(id))
  // A row that another admin changed stays highlighted for two seconds.
  useAfter(isHighlighted ? 2_000 : undefined, () =>
    submissions.at(filter).change((shown) => ({
      ...shown,
      recentlyChanged: shown.recentlyChanged.filter((changedId) => changedId !== id),
    })),
  )
  return (
    <>
      {layout === 'row' && (
        <span className={rowCss.pick}>
          <SelectBox project={project} />
        </span>
      )}
      <Screenshot className={rowCss.picture} project={project} />
      <div className={rowCss.words}>
        <h2 className={rowCss.title}>
          <button
            type="button"
            dir="auto"
            data-submission={id}
            aria-current={selected || undefined}
            onClick={() => view(id)}
          >
            <FullText text={formatName(project.projectName)} />
          </button>
        </h2>
        <p className={rowCss.person}>
          <Avatar id={user._id} name={user.fullName} image={user.profileImage} size={20} />
          <PersonName as="span" className={rowCss.name} person={user} />
          <span className={rowCss.time}>
            <SubmissionTime project={project} />
          </span>
        </p>
        {project.status === 'submitted' && <ClaimBadge projectId={id} />}
        {project.status === 'submitted' && isConflicted && (
          <span>
            <Badge tone="warning" icon={<UserX />} label={t('judging.conflictBadge')} />
          </span>
        )}
      </div>
      <span className={rowCss.day}>
        <ChallengeDayBadge day={project.day} short />
      </span>
      {layout === 'card' && <p className={rowCss.text}>{project.description}</p>}
      <span className={rowCss.status} data-status={project.status}>
        <StatusBadge status={project.status} />
      </span>
      <div className={rowCss.actions}>
        {layout === 'card' && <SelectBox project={project} />}
        <ReviewButtons project={project} size={layout === 'row' ? 'line' : 'wide'} />
      </div>
    </>
  )
}

/** Selects a pending submission. One that another admin has reviewed meanwhile stays selected, and can be removed. */
const SelectBox = ({ project: { _id: id, projectName, status } }: { project: ProjectCard }) => {
  const isSelected = useSelection((ids) => ids.includes(id))
  const isFull = useSelection((ids) => ids.length >= maxReviewsAtOnce)
  const mayReview = useMay('review-projects')
  const label = t('adminSubmissions.selectProject', { project: formatName(projectName) })
  if (!mayReview || (status !== 'submitted' && !isSelected)) return null
  return (
    <span className={rowCss.box}>
      <Checkbox
        label={<VisuallyHidden>{label}</VisuallyHidden>}
        checked={isSelected}
        disabled={isFull && !isSelected}
        onChange={() => toggleSelected(id)}
      />
    </span>
  )
}

/** How long a pending submission has been waiting; the time of submission for others. */
const SubmissionTime = ({ project: { waitingSince, submissionDate } }: { project: ProjectCard }) => {
  const now = useServerNow(10_000)
  if (waitingSince === undefined) return <Time at={submissionDate} />
  const since = Date.parse(waitingSince)
  return (
    <FullText as="time" dateTime={waitingSince} text={<FullDate at={since} />}>
      {formatWaitingTime(since, now)}
    </FullText>
  )
}

/** Admins who may not review have the first two. */
const hints = [
  ['JK', t('adminSubmissions.keyMoves')],
  ['N', t('adminSubmissions.keyNext')],
  ['X', t('adminSubmissions.keySelects')],
  ['A', t('adminSubmissions.keyApproves')],
  ['R', t('adminSubmissions.keyRejects')],
] as const

/** Lists the shortcuts that work while the list has focus, with the switch that turns them off. */
export const ShortcutHints = () => {
  const { enabled, setEnabled } = useSingleKeyShortcuts()
  const mayReview = useMay('review-projects')
  return (
    <div className={css.hints}>
      {enabled && (
        <dl className={css.keys} aria-label={t('adminSubmissions.keysOfTheList')}>
          {hints.slice(0, mayReview ? undefined : 2).map(([keys, text]) => (
            <div key={keys}>
              <dt>
                {[...keys].map((key) => (
                  <KeyHint key={key}>{key}</KeyHint>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Switch
        label={t('adminSubmissions.shortcuts')}
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
    </div>
  )
}

/** Offers to show the submissions that arrived after the list was loaded. */
export const ArrivalsBar = () => {
  const filter = useSubmissionFilter()
  const count = useSubmissions().data?.arrivals.length ?? 0
  if (count === 0) return null
  return (
    <PendingChangesBar
      onPress={() => submissions.at(filter).change((list) => showArrivals(list, filter.sort))}
    >
      {t('common.newSubmissions', { count })}
    </PendingChangesBar>
  )
}
