// The list of submissions with its keys, the hints about these, and the bar for new submissions. J and K focus the next and the previous
// row, N the next submission to review; X, A and R select, approve and reject the focused one.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { Allowed, useMay } from '../../../shared/team/permissions.tsx'
import { PendingChangesBar } from '../../../shared/ui/feedback/live-indicator.tsx'
import { announce } from '../../../shared/ui/feedback/toasts.tsx'
import { DataTable, type TableHandle } from '../../../shared/ui/table/data-table.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import { useTablePage } from '../../../shared/ui/table/table-query.tsx'
import { KeyHint } from '../../../shared/ui/controls/key-hint.tsx'
import { Switch } from '../../../shared/ui/forms/choice.tsx'
import { pressedSingleKey, useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import { approve, reject } from '../review/reviews.tsx'
import { nextPending, view } from '../review/review-state.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { toggleSelected, useSelection } from '../selection/selection.ts'
import { SubmissionRow } from './submission-row.tsx'
import {
  showArrivals,
  pageSize,
  submissions,
  useSubmissionFilter,
  useSubmissions,
} from '../submissions-data.ts'
import { t } from '../../../shared/i18n/t.ts'
import rowCss from './submission-row.module.css'
import css from './submission-rows.module.css'

const listKeys: readonly string[] = ['j', 'k', 'n', 'x', 'a', 'r']

type SubmissionRowsProps = {
  projects: readonly ProjectCard[]
  /** The row that the preview shows. */
  selected: ProjectCard | undefined
  layout: 'row' | 'card'
}

export const SubmissionRows = ({ projects, selected, layout }: SubmissionRowsProps) => {
  const list = useRef<TableHandle>(null)
  const mayReview = useMay('review-projects')
  const [page] = useTablePage()
  const { status } = useSubmissionFilter()
  const live = useSubmissions()
  const { data: loaded } = live
  const hasPages = loaded?.nextCursor != null || projects.length > pageSize
  const recentlyChanged = loaded?.recentlyChanged
  const selectedId = layout === 'row' ? selected?._id : undefined
  const definition = useMemo(
    (): RowDefinition<ProjectCard> => ({
      id: ({ _id }) => _id,
      attributes: ({ _id }) => ({
        'data-selected': _id === selectedId || undefined,
        'data-touched': recentlyChanged?.includes(_id) || undefined,
      }),
      card: (project) => (
        <SubmissionRow project={project} selected={project._id === selectedId} layout={layout} />
      ),
    }),
    [layout, selectedId, recentlyChanged],
  )

  const selectNeighbour = (project: ProjectCard | undefined, step: 1 | -1) => {
    const index = projects.findIndex(({ _id }) => _id === project?._id)
    selectRow(projects[index + step])
  }
  const selectRow = (next: ProjectCard | undefined) => {
    if (!next) return
    view(next._id)
    list.current
      ?.element()
      ?.querySelector<HTMLElement>(`[data-submission="${CSS.escape(next._id)}"]`)
      ?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedSingleKey(event)
    if (key === undefined || !listKeys.includes(key)) return
    event.preventDefault()
    const project = projects.find(({ _id }) => _id === rowId(event.target)) ?? selected
    if (key === 'j') return selectNeighbour(project, 1)
    if (key === 'k') return selectNeighbour(project, -1)
    if (key === 'n') {
      const next = nextPending(projects, project)
      if (!next) announce(t('adminSubmissions.nothingNext'))
      return selectRow(next)
    }
    // A key that is held down must not act once more.
    if (project === undefined || event.repeat || !mayReview) return
    const isPending = project.status === 'submitted'
    if (key === 'x') {
      if (isPending || useSelection.getState().ids.includes(project._id)) toggleSelected(project._id)
      return
    }
    if (!isPending) return
    if (key === 'a') approve(project)
    else reject(project)
  }

  return (
    <div className={css.list} data-look={layout}>
      {mayReview && <SelectionBar shown={projects.slice(0, page * pageSize)} />}
      <ArrivalsBar />
      <DataTable
        label={t('common.submissions')}
        rows={projects}
        view={live}
        definition={definition}
        classes={rowClasses[layout]}
        // New submissions are held back by the bar above; the others change where they are.
        holds="nothing"
        cardHeight={layout === 'row' ? 84 : 260}
        handle={list}
        onKeyDown={onKeyDown}
        paging={
          hasPages
            ? {
                firstPageSize: pageSize,
                pageSize,
                summary: (count) =>
                  loaded
                    ? t('common.showingOf', { count, total: loaded.counts[status] })
                    : t('common.showing', { count }),
              }
            : undefined
        }
      />
    </div>
  )
}

const rowClasses = {
  row: { list: css.rows, item: rowCss.row, foot: css.foot },
  card: { list: css.rows, item: rowCss.card },
}

/** Returns the id of the submission in whose row the element is. */
const rowId = (element: EventTarget): string | undefined =>
  (element instanceof Element ? element : undefined)
    ?.closest('li')
    ?.querySelector<HTMLElement>('[data-submission]')?.dataset['submission']

/** Lists the shortcuts that work while the list has focus, with the switch that turns them off. */
export const ShortcutHints = () => {
  const { enabled, setEnabled } = useSingleKeyShortcuts()
  return (
    <div className={css.hints}>
      {enabled && (
        <dl className={css.keys} aria-label={t('adminSubmissions.keysOfTheList')}>
          <Hint keys={['J', 'K']}>{t('adminSubmissions.keyMoves')}</Hint>
          <Hint keys={['N']}>{t('adminSubmissions.keyNext')}</Hint>
          <Allowed to="review-projects">
            <Hint keys={['X']}>{t('adminSubmissions.keySelects')}</Hint>
            <Hint keys={['A']}>{t('adminSubmissions.keyApproves')}</Hint>
            <Hint keys={['R']}>{t('adminSubmissions.keyRejects')}</Hint>
          </Allowed>
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

const Hint = ({ keys, children }: { keys: string[]; children: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <KeyHint key={key}>{key}</KeyHint>
      ))}
    </dt>
    <dd>{children}</dd>
  </div>
)

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
