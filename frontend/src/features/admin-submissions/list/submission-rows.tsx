import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { PendingChangesBar } from '../../../shared/ui/feedback/pending-changes-bar.tsx'
import type { ReviewActions } from '../review/review-buttons.tsx'
import { matchShortcut } from '../review/shortcuts.ts'
import { SubmissionRow } from './submission-row.tsx'
import { showArrivals } from '../submission-list.ts'
import { submissionsStore, useSubmissionList } from '../submissions-store.ts'
import css from './submission-rows.module.css'

type SubmissionRowsProps = {
  projects: readonly ProjectCard[]
  /** The row that the preview shows and the shortcuts act on. */
  selected: ProjectCard | undefined
  layout: 'row' | 'card'
  actions: ReviewActions
}

/** The list. While the focus is inside, J and K select the next and previous row; A and R approve and reject it. */
export const SubmissionRows = ({ projects, selected, layout, actions }: SubmissionRowsProps) => {
  const list = useRef<HTMLUListElement>(null)

  const selectNeighbour = (step: 1 | -1) => {
    const index = projects.findIndex((project) => project._id === selected?._id)
    const next = projects[index + step]
    if (!next) return
    actions.onSelect(next._id)
    list.current?.querySelector<HTMLElement>(`[data-submission="${CSS.escape(next._id)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const shortcut = matchShortcut(event)
    if (shortcut === undefined) return
    event.preventDefault()
    if (shortcut === 'next') return selectNeighbour(1)
    if (shortcut === 'previous') return selectNeighbour(-1)
    if (selected?.status !== 'submitted') return
    if (shortcut === 'approve') actions.onApprove(selected)
    else actions.onReject(selected)
  }

  return (
    <div className={css.list} data-look={layout}>
      <ArrivalsBar />
      {/* The list needs no role of its own: every row has buttons for what the keys do. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label="Submissions" className={css.rows} onKeyDown={onKeyDown}>
        {projects.map((project) => (
          <SubmissionRow
            key={project._id}
            project={project}
            selected={layout === 'row' && project._id === selected?._id}
            layout={layout}
            {...actions}
          />
        ))}
      </ul>
    </div>
  )
}

/** Offers to show the submissions that arrived after the list was loaded. */
export const ArrivalsBar = () => {
  const count = useSubmissionList()?.arrivals.length ?? 0
  if (count === 0) return null
  return (
    <PendingChangesBar onPress={() => submissionsStore.change(showArrivals)}>
      {count === 1 ? '1 new submission, show it' : `${count} new submissions, show them`}
    </PendingChangesBar>
  )
}
