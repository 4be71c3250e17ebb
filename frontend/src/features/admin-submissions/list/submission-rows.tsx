import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { PendingChangesBar } from '../../../shared/ui/feedback/pending-changes-bar.tsx'
import type { ReviewActions } from '../review/review-buttons.tsx'
import { matchShortcut } from '../review/shortcuts.ts'
import { SubmissionRow } from './submission-row.tsx'
import { useSubmissions } from '../submissions-store.ts'
import css from './submission-rows.module.css'

type SubmissionRowsProps = {
  projects: readonly ProjectCard[]
  /** The row that the preview shows. */
  selected: ProjectCard | undefined
  layout: 'row' | 'card'
  actions: ReviewActions
}

/** The list. J and K select the row after and before the one with the focus; A and R approve and reject that one. */
export const SubmissionRows = ({ projects, selected, layout, actions }: SubmissionRowsProps) => {
  const list = useRef<HTMLUListElement>(null)

  const selectNeighbour = (project: ProjectCard | undefined, step: 1 | -1) => {
    const index = projects.findIndex(({ _id }) => _id === project?._id)
    const next = projects[index + step]
    if (!next) return
    actions.onSelect(next._id)
    list.current?.querySelector<HTMLElement>(`[data-submission="${CSS.escape(next._id)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const shortcut = matchShortcut(event)
    if (shortcut === undefined) return
    event.preventDefault()
    const project = projects.find(({ _id }) => _id === rowId(event.target)) ?? selected
    if (shortcut === 'next') return selectNeighbour(project, 1)
    if (shortcut === 'previous') return selectNeighbour(project, -1)
    // A key that is held down must not review once more.
    if (project?.status !== 'submitted' || event.repeat) return
    if (shortcut === 'approve') actions.onApprove(project)
    else actions.onReject(project)
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

/** Returns the id of the submission in whose row the element is. */
const rowId = (element: EventTarget): string | undefined =>
  (element instanceof Element ? element : undefined)
    ?.closest('li')
    ?.querySelector<HTMLElement>('[data-submission]')?.dataset['submission']

/** Offers to show the submissions that arrived after the list was loaded. */
export const ArrivalsBar = () => {
  const count = useSubmissions(({ list }) => (list.state === 'ready' ? list.arrivals.length : 0))
  const show = useSubmissions((store) => store.showArrivals)
  if (count === 0) return null
  return (
    <PendingChangesBar onPress={show}>
      {count === 1 ? '1 new submission, show it' : `${count} new submissions, show them`}
    </PendingChangesBar>
  )
}
